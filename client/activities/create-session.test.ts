import { afterEach, expect, test } from 'vitest'
import { ADA, forget, json, respond } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { createSession } from './create-session.ts'

afterEach(forget)

test('creating a session twice sends the same idempotency key', { tags: 'ACT-066' }, async () => {
  setUser(ADA)
  const sent = respond({ 'POST /api/challenge-events': () => json({ event: { path: '/sessions/a' } }) })
  const form = { title: '', duration: 3600 }
  expect(await createSession('pomodoro', form, 'one')).toBe('/sessions/a')
  await createSession('pomodoro', form, 'one')
  expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['one', 'one'])
  expect(sent[0]?.body).toMatchObject({ activity: 'pomodoro', challenge: form })
})
