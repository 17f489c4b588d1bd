// Programs import this before anything else, and what they fork inherits it. Users run in production: this package
// proves its forms at start elsewhere only, and express requests it too.
process.env['NODE_ENV'] = 'production'
