import { afterEach, expect, test, vi } from 'vitest'
import { CallRefused, Skipped } from '../../lib/api.ts'
import { messageOf } from '../../ui/forms/form-errors.tsx'
import { proven, question } from './proof.ts'

const needed = new CallRefused(403, { message: 'Prove it.', error: 'Prove it.', error_code: 'PROOF_NEEDED' })

afterEach(() => question.set(null))

test('an action that needs a proof runs once more after it', async () => {
  const action = vi.fn(async () => 'done').mockRejectedValueOnce(needed)
  const result = proven(action)
  await vi.waitFor(() => expect(question.get()).not.toBeNull())
  question.get()?.(true)
  expect(await result).toBe('done')
  expect(action).toHaveBeenCalledTimes(2)
})

test('a person who cancels the question sees no message', async () => {
  const action = vi.fn(() => Promise.reject(needed))
  const failed = proven(action).catch(error => error)
  await vi.waitFor(() => expect(question.get()).not.toBeNull())
  question.get()?.(false)
  const error = await failed
  expect(error).toBeInstanceOf(Skipped)
  expect(messageOf(error)).toBe('')
  expect(action).toHaveBeenCalledTimes(1)
})
