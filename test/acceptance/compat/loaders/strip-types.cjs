// A loader of webpack.
const { transformSync } = require('@swc/core')

module.exports = source =>
  transformSync(source, {
    swcrc: false, jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'es6' }
  }).code
