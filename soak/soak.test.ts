import { expect, test } from 'vitest'
import { soak, unexplained } from './soak.ts'

test('nothing is lost or doubled while a node is killed and PostgreSQL restarts', {
  tags: ['D-105', 'TOK-14'],
  // Some ten seconds on a quiet machine.
  timeout: 240_000
}, async () => {
  const journal = await soak({
    seconds: 3,
    seed: 4,
    nodes: 2,
    redis: false,
    // The test survives a crash of PostgreSQL, but need not survive one of the machine.
    postgres: ['fsync=off'],
    people: { visitors: 1, members: 4, hosts: 2, diarists: 2, writers: 1 },
    thinkMs: 90,
    restarts: ['kill', 'postgres'],
    restartEvery: 1
  })
  expect(unexplained(journal)).toEqual([])
  expect(journal.restarts).toHaveLength(2)
  // Enough happened for the test to prove something.
  expect(journal.made.filter(({ id }) => id !== null).length).toBeGreaterThan(10)
  expect(journal.events).toBeGreaterThan(10)
})
