import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/**
 * Memory, CPU, event loop and garbage collection of the process. All apps of a process share them, because measuring them
 * takes a timer that ticks a hundred times a second, and never ends.
 */
export function processMetrics(): Registry {
  if (registry) return registry
  registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}
