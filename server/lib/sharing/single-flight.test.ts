import { expect, test } from 'vitest'
import { singleFlight } from './single-flight.ts'

test('calls share a result until it arrives, and a later call gets a new one', async () => {
  const share = singleFlight<string>('done')
  let made = 0
  const make = async () => `response ${++made}`
  const responses = await Promise.all([share('/api', make), share('/api', make), share('/api/events', make)])
  expect(responses).toEqual(['response 1', 'response 1', 'response 2'])
  expect(await share('/api', make)).toBe('response 3')
})

test('a failure is shared and then forgotten', async () => {
  const share = singleFlight<string>('done')
  const fail = async (): Promise<string> => {
    throw new Error('no')
  }
  const failed = await Promise.allSettled([share('/api', fail), share('/api', fail)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await share('/api', async () => 'fine')).toBe('fine')
})

test('with `sent` only calls in one turn of the event loop share a result', async () => {
  const share = singleFlight<string>('sent')
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = share('home', () => promise)
  await Promise.resolve()
  const joined = share('home', async () => 'never made')
  await new Promise(setImmediate)
  expect(await share('home', async () => 'a new one')).toBe('a new one')
  resolve('the first')
  expect(await Promise.all([first, joined])).toEqual(['the first', 'the first'])
})
