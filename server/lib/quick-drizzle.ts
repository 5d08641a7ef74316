/**
 * Node reads the whole package.json of a package again for each file of it that is imported. drizzle-orm has 270 files
 * and a package.json of 180 kB: half a second of each start. These hooks find its files without looking. They work for
 * what is imported after this file: name it in `node --import`, or import it before an `import()`.
 */
import { registerHooks } from 'node:module'

const found = new Map<string, { url: string; format?: string | null | undefined }>()

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/')) {
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
    }
    if (!specifier.startsWith('drizzle-orm')) return next(specifier, context)
    const { url, format } = found.get(specifier) ?? next(specifier, context)
    found.set(specifier, { url, format })
    return { url, format: 'module', shortCircuit: true }
  }
})
