import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AppQuestion, connectAppPage } from '../../domain/accounts/apps/api.ts'
import { QUESTION_ENDED } from '../../domain/accounts/apps/apps.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { ConnectAppPage } from './ConnectAppPage.tsx'

const PATH = '/oauth/connect/q1'
const CALL = '/api/account/app-questions/q1'
const question: AppQuestion = {
  ...{ name: 'My assistant', host: 'assistant.example.org' },
  scopes: ['goals:read', 'logs:read', 'logs:write']
}

beforeEach(() => setUser(ADA))
afterEach(forget)

function open(asked: AppQuestion | null = question) {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  putPage(connectAppPage, PATH, {})
  const sent = respond({
    [`GET ${CALL}`]: () => (asked ? json(asked) : json({ message: QUESTION_ENDED }, 404)),
    [`POST ${CALL}`]: () => json({ address: 'https://hut.example.org/back' }),
    [`DELETE ${CALL}`]: () => json({ address: 'https://hut.example.org/refused' })
  })
  show(<ConnectAppPage />, PATH)
  return { sent, assign }
}

test('a person allows only reading, unless they choose more', { tags: 'D-156' }, async () => {
  const { sent, assign } = open()
  expect(await screen.findByText('Let “My assistant” act for you?')).toBeTruthy()
  expect(screen.getByText('assistant.example.org')).toBeTruthy()
  expect(screen.getByText('Reads goals, notes and Today. Reads and changes logs.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Allow' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://hut.example.org/back'))
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ allowed: 'read' })
})

test('a person allows changes, or says no', { tags: 'D-156' }, async () => {
  const { sent, assign } = open()
  fireEvent.click(await screen.findByRole('radio', { name: /^Read and change/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Allow' }))
  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ allowed: 'change' })
  fireEvent.click(screen.getByRole('button', { name: 'Don’t allow' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://hut.example.org/refused'))
})

test('an app that asks only to read has one choice', { tags: 'D-156' }, async () => {
  open({ ...question, scopes: ['goals:read'] })
  expect(await screen.findAllByRole('radio')).toHaveLength(1)
})

test('a question that has ended says so', { tags: 'D-156' }, async () => {
  open(null)
  expect(await screen.findByText(QUESTION_ENDED)).toBeTruthy()
})

test('a visitor signs in first', { tags: 'D-156' }, async () => {
  setUser(null)
  open()
  expect(await screen.findByText(/to connect an app/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
})
