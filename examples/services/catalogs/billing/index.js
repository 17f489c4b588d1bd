'use strict'

exports.catalog = require('./catalog.json')
