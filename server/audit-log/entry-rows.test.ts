import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../testing/world.ts'
import type { Transaction } from '../db/database.ts'
import { checkChain, recordAction } from './entry-rows.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const record = (count: number) =>
  world.db.transaction(async tx => {
    for (let index = 0; index < count; index++) {
      const after = { role_id: index, until: null }
      await recordAction(tx, { id: 1 }, { action: 'promote', subject: 'user', subjectId: 1, after }, new Date(index))
    }
  })

/** Runs `work` after a change that is rolled back, and returns what the check finds. */
async function findingsAfter(change: ReturnType<typeof sql>): Promise<string[]> {
  const undo = new Error('undo')
  let found: string[] = []
  const changed = async (tx: Transaction) => {
    await tx.execute(change)
    found = await checkChain(tx)
    throw undo
  }
  await world.db.transaction(changed).catch(error => expect(error).toBe(undo))
  return found
}

test('an untouched log has no findings', async () => {
  await record(5)
  expect(await checkChain(world.db)).toEqual([])
})

test('an action that is rolled back leaves no entry and no gap', async () => {
  const failing = world.db.transaction(async tx => {
    await recordAction(tx, null, { action: 'unlock' }, new Date(0))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await record(1)
  expect(await checkChain(world.db)).toEqual([])
})

test('actions at once on two connections form one chain', async () => {
  await Promise.all([record(2), record(2), record(2)])
  expect(await checkChain(world.db)).toEqual([])
})

test.each([
  ['a changed state', sql`update audit_entries set after = '{"role_id": 10}' where number = 2`, 'entry 2 '],
  ['another actor', sql`update audit_entries set actor_id = null where number = 3`, 'entry 3 '],
  ['another time', sql`update audit_entries set created_at = now() where number = 4`, 'entry 4 '],
  ['a missing entry', sql`delete from audit_entries where number = 3`, 'misses its entries after 2'],
  ['missing entries at the end', sql`delete from audit_entries where number > 4`, 'ends at entry 4'],
  ['an emptied log', sql`delete from audit_entries`, 'ends at entry 0'],
  ['a head that went back', sql`update audit_head set number = 2`, 'but its newest one was 2']
])('%s is found', async (_, change, finding) => {
  expect((await findingsAfter(change)).join('\n')).toContain(finding)
})
