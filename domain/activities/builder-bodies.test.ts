/** The request bodies of the builder: with or without the wrapper, and whole or with some keys only. */
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sentKeys } from '../lib/sent-keys.ts'
import { patchSession, updateSession } from '../sessions/builder-api.ts'
import { patchActivity, storeActivity } from './builder-api.ts'
import { uuidOf } from './example-plan.ts'
import { SET_TITLE } from './fields.ts'
import { builderBodies } from './parts-api.ts'

interface Call {
  body?: z.ZodMiniType
  fromOlder?: (sent: unknown) => unknown
}

function errorsOf({ body, fromOlder = sent => sent }: Call, sent: unknown): Record<string, string> | unknown {
  if (!body) throw new Error('this call has no body')
  const result = z.safeParse(body, fromOlder(sent))
  if (result.success) return 'taken'
  const texts = result.error.issues.map(({ path, message }): [string, string] => [path.join('.'), message])
  return Object.fromEntries(texts.reverse())
}

function parsed({ body, fromOlder = sent => sent }: Call, sent: unknown) {
  if (!body) throw new Error('this call has no body')
  return z.parse(body, fromOlder(sent)) as { challenge: Record<string, unknown> }
}

describe('the wrapper of a form', () => {
  test('a form is accepted with and without its wrapper', { tags: 'D-69' }, () => {
    const bare = parsed(storeActivity, { title: 'A', duration: 60 })
    expect(bare).toEqual(parsed(storeActivity, { challenge: { title: 'A', duration: 60 } }))
    expect(bare.challenge).toMatchObject({ title: 'A', duration: 60, parts: [], is_preset: 0, participant_limit: null })
  })

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'A'],
    ['a list', [{ title: 'A' }]]
  ])('%s is not accepted as a form', { tags: 'D-69' }, (_, body) => {
    expect(errorsOf(storeActivity, body)).not.toBe('taken')
  })

  test('the path of an error includes the wrapper, even when the body had none', { tags: 'D-69' }, () => {
    const expected = { 'challenge.title': SET_TITLE }
    expect(errorsOf(storeActivity, { title: '' })).toEqual(expected)
    expect(errorsOf(storeActivity, { challenge: { title: '' } })).toEqual(expected)
  })

  test('a patch must have at least one key of the form', { tags: 'D-69' }, () => {
    expect(errorsOf(patchActivity, { titel: 'A' })).not.toBe('taken')
    expect(errorsOf(patchActivity, { title: 'A' })).toBe('taken')
    expect(errorsOf(patchSession, { is_free: 1 })).toBe('taken')
    expect(errorsOf(storeActivity, {})).toEqual({ 'challenge.title': SET_TITLE })
  })
})

describe('saving only the keys that were sent', () => {
  test('a patch gets no defaults for absent keys', { tags: 'D-69' }, () => {
    expect(parsed(patchActivity, { title: 'B' })).toEqual({ challenge: { title: 'B' } })
    expect(parsed(patchSession, { difficulty: null })).toEqual({ challenge: { difficulty: null } })
  })

  test('a key that was sent is checked as in the form', { tags: 'D-69' }, () => {
    expect(errorsOf(patchActivity, { title: '' })).toEqual({ 'challenge.title': SET_TITLE })
    expect(errorsOf(patchActivity, { difficulty: 5 })).toEqual({ 'challenge.difficulty': 'Choose a difficulty.' })
    expect(errorsOf(patchActivity, { needs_code: 2 })).toEqual({ 'challenge.needs_code': 'Give 0 or 1.' })
  })

  test('the parts of a patch get defaults for their absent keys', { tags: 'D-69' }, () => {
    const { challenge } = parsed(patchActivity, { parts: [{ uuid: uuidOf(1), parts: [{ uuid: uuidOf(2) }] }] })
    expect(challenge.parts).toMatchObject([{ linked: 1, parts: [{ duration: 0, sets: 1 }] }])
  })

  test('sentKeys checks the type of each key and adds no default', { tags: 'D-69' }, () => {
    const shape = { name: z._default(z.string(), 'nobody'), age: z.int() }
    const keys = sentKeys(shape)
    expect(z.parse(keys, {})).toEqual({})
    expect(z.parse(keys, { name: undefined, age: 3 })).toEqual({ age: 3 })
    expect(z.safeParse(keys, { age: 'three' }).success).toBe(false)
  })
})

describe('the times of a session', () => {
  const form = { title: 'A' }
  test.each([
    ['no start', { started_at: null }, 'taken'],
    ['a start in the documented form', { started_at: '2026-03-02 09:00:00' }, 'taken'],
    [
      'a start that is no date',
      { started_at: 'soon' },
      { 'challenge.started_at': 'Enter a date between 1970 and 2100, such as 2026-01-31T18:00:00Z.' }
    ],
    ['a length that only the session rules refuse', { duration: 3_000_000 }, 'taken'],
    ['a length in fractions', { duration: 0.5 }, { 'challenge.duration': 'Enter whole seconds.' }],
    ['no limit', { participant_limit: null }, 'taken'],
    [
      'a limit below zero',
      { participant_limit: -1 },
      { 'challenge.participant_limit': 'Enter a whole number of at least 0.' }
    ]
  ])('%s', { tags: ['SES-017', 'SES-002', 'D-60'] }, (_, fields, expected) => {
    expect(errorsOf(updateSession, { ...form, ...fields })).toEqual(expected)
  })

  test('absent times stay absent, so that a save does not change them', { tags: 'SES-094' }, () => {
    const { challenge } = parsed(updateSession, form)
    for (const key of ['started_at', 'ended_at', 'duration', 'is_free']) expect(challenge).not.toHaveProperty(key)
  })
})

describe('single parts and groups', () => {
  test.each<[string, keyof typeof builderBodies, unknown, unknown]>([
    ['a part', 'storePart', { part: { uuid: uuidOf(1) } }, 'taken'],
    [
      'something that is neither part nor goal',
      'storePart',
      { type: 'timer' },
      { type: 'Give the type part or task.' }
    ],
    ['a part without a uuid', 'storePart', { part: { title: 'A' } }, { 'part.uuid': 'Give a uuid.' }],
    [
      'a goal without a title',
      'storePart',
      { type: 'task', task: { uuid: uuidOf(1) } },
      { 'task.title': 'Value is required.' }
    ],
    [
      'an order below zero',
      'reorderParts',
      { parts: { [uuidOf(1)]: -1 }, events_group_uuid: uuidOf(2) },
      { [`parts.${uuidOf(1)}`]: 'Enter a whole number of at least 0.' }
    ],
    ['no group', 'reorderParts', { parts: {} }, { events_group_uuid: 'Give a uuid.' }],
    [
      '501 parts',
      'reorderParts',
      {
        parts: Object.fromEntries(Array.from({ length: 501 }, (__, n) => [uuidOf(n), n])),
        events_group_uuid: uuidOf(2)
      },
      { parts: 'Use at most 500 parts.' }
    ],
    ['a group', 'storeGroup', { uuid: uuidOf(1) }, 'taken'],
    ['the keys of a group', 'patchGroup', { hidden: true }, 'taken'],
    ['sets of a group', 'patchGroup', { sets: 0 }, { sets: 'Enter a whole number of at least 1.' }]
  ])('%s', { tags: ['BLD-53', 'BLD-55', 'BLD-57', 'BLD-58'] }, (_, call, body, expected) => {
    expect(errorsOf({ body: builderBodies[call] }, body)).toEqual(expected)
  })

  test.each([
    ['a date without a rule is absolute', { started_at: '2030-01-01 10:00:00' }, 0],
    ['a date sent with its rule stays relative', { started_at: '2030-01-01 10:00:00', relative_dates: 1 }, 1],
    ['an absent date is relative', { started_at: null }, 1]
  ] as const)('in a part, %s', { tags: ['BLD-85', 'D-91'] }, (_, sent, relative_dates) => {
    const { part } = z.parse(builderBodies.storePart, { part: { uuid: uuidOf(1), ...sent } })
    expect(part?.relative_dates).toBe(relative_dates)
  })

  test('a patch with a date makes the part absolute; one without changes neither', {
    tags: ['BLD-56', 'BLD-85']
  }, () => {
    const started_at = '2030-01-01T10:00:00.000Z'
    expect(z.parse(builderBodies.patchPart, { part: { started_at } })).toEqual({
      part: { started_at, relative_dates: 0 }
    })
    expect(z.parse(builderBodies.patchPart, { part: { title: 'A' } })).toEqual({ part: { title: 'A' } })
  })

  test('a patch cannot give a part another uuid', { tags: 'BLD-56' }, () => {
    expect(z.parse(builderBodies.patchPart, { part: { uuid: uuidOf(9), title: 'A' } })).toEqual({
      part: { title: 'A' }
    })
  })
})
