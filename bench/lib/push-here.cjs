/**
 * Preloaded into a measured server: leads its pushes to the stand-in push service of the benchmark, without TLS. The
 * server checks addresses and encrypts as usual.
 */
const https = require('node:https')
const http = require('node:http')
const { syncBuiltinESMExports } = require('node:module')

const { port } = new URL(process.env.PUSH_HERE ?? '')
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

/** @type {any} */
const replaced = https
/** @param {any} url @param {any} options @param {any} done */
replaced.request = (url, { method, headers, signal }, done) =>
  http.request({ host: '127.0.0.1', port, path: url.pathname, method, headers, signal, agent }, done)
syncBuiltinESMExports()
