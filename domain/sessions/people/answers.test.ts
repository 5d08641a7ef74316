import { expect, test } from 'vitest'
import { SessionStatus } from '../status.ts'
import { Answer, answerCheck } from './answers.ts'

const planned = { status: SessionStatus.NotStarted, startsAt: 1 }
const member = { isIn: true, wasIn: true }
const gone = { isIn: false, wasIn: true }
const stranger = { isIn: false, wasIn: false }

test('members answer before a planned start, and nobody else does', { tags: 'D-150' }, () => {
  for (const answer of Object.values(Answer)) {
    expect(answerCheck(planned, member, answer)).toBeNull()
    expect(answerCheck(planned, stranger, answer)?.kind).toBe('conflict')
    expect(answerCheck({ ...planned, startsAt: null }, member, answer)?.kind).toBe('conflict')
    expect(answerCheck({ ...planned, status: SessionStatus.Running }, member, answer)?.kind).toBe('conflict')
  }
})

test('a person who left can say that they can’t make it, and joins again to come', { tags: 'D-150' }, () => {
  expect(answerCheck(planned, gone, Answer.Declined)).toBeNull()
  expect(answerCheck(planned, gone, Answer.Coming)?.kind).toBe('conflict')
})
