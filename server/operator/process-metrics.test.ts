import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { openWorld } from '../../testing/world.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

test('an app that has closed leaves the memory of its process', { timeout: 120_000 }, async () => {
  const closed = await openAndClose()
  await vi.waitFor(
    () => {
      collectGarbage()
      // The error of `toBeUndefined` would keep the app.
      expect(closed.deref() === undefined).toBe(true)
    },
    { timeout: 30_000, interval: 50 }
  )
})

async function openAndClose(): Promise<WeakRef<object>> {
  const world = await openWorld()
  const app = new WeakRef(world.app)
  await world.close()
  return app
}
