import { expect, test } from 'vitest'
import { singleFlight } from './single-flight.ts'

test('calls at the same time share one result; a later call gets a new one', async () => {
  const share = singleFlight()
  let made = 0
  const make = async () => `response ${++made}`
  const responses = await Promise.all([share('/api', make), share('/api', make), share('/api/events', make)])
  expect(responses).toEqual(['response 1', 'response 1', 'response 2'])
  expect(await share('/api', make)).toBe('response 3')
})

test('a failure is shared too, and forgotten', async () => {
  const share = singleFlight()
  const fail = async (): Promise<string> => {
    throw new Error('no')
  }
  const failed = await Promise.allSettled([share('/api', fail), share('/api', fail)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await share('/api', async () => 'fine')).toBe('fine')
})
