/**
 * npm start: from a fresh clone to a running product. It is plain JavaScript because an older Node also has to run it.
 */
import { install } from './lib/install.mjs'
import { buildProduct } from './lib/product.mjs'
import { become } from './lib/run.mjs'
import { SERVER, SERVER_ENV } from './lib/server.mjs'
import { takesNothing } from './lib/usage.mjs'

takesNothing(
  'npm start',
  'Installs and builds what is missing, and starts the server. Settings are environment variables: see docs/settings.md.'
)

install()
buildProduct()
become('node', SERVER, { NODE_ENV: process.env.NODE_ENV ?? 'production', ...SERVER_ENV })
