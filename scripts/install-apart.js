import { installApart } from './install.js'

installApart()
