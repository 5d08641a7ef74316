/** Replaces the hash of passwords, which takes a thread and real time. */
import { registerHooks } from 'node:module'

const SOURCE = `
  export const hash = async password => '$' + password
  export const verify = async (hash, password) => hash === '$' + password`

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@node-rs/argon2'
      ? { url: `data:text/javascript,${encodeURIComponent(SOURCE)}`, shortCircuit: true }
      : next(specifier, context)
})
