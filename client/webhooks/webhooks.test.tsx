import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Delivery, Webhook } from '../../domain/webhooks/api.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { WebhooksPanel } from './WebhooksPanel.tsx'

const webhook: Webhook = {
  ...{ id: 7, url: 'https://hooks.example/x', format: 'standard', events: ['log.made'], group: null },
  ...{ created_at: '2026-01-01T00:00:00.000Z', off_at: null }
}
const delivery: Delivery = {
  ...{ id: 9, event: 'log.made', created_at: '2026-01-01T00:00:00.000Z', state: 'failed', attempts: 11, answer: '500' }
}
const groups = [{ id: 3, title: 'Walkers' }]
const listed = (webhooks: Webhook[]) => ({
  'GET /api/account/webhooks': () => json({ webhooks, groups, error: null, error_code: null })
})

beforeEach(() => setUser(ADA))
afterEach(forget)

test('a host adds a webhook of a group, and sees its secret once', async () => {
  const sent = respond({
    ...listed([]),
    'POST /api/account/webhooks': () => json({ webhook: { ...webhook, group: groups[0] }, secret: 'whsec_abc' })
  })
  show(<WebhooksPanel />, '/account/programs')
  fireEvent.change(await screen.findByLabelText('Address'), { target: { value: 'https://hooks.example/x' } })
  fireEvent.change(screen.getByLabelText('About'), { target: { value: '3' } })
  expect(screen.queryByRole('checkbox', { name: 'I log something' })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Someone joins' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add the webhook' }))
  expect(await screen.findByDisplayValue('whsec_abc')).toBeTruthy()
  expect(sent.at(-1)?.body).toMatchObject({ group_id: 3, events: ['session.started', 'member.joined'] })
})

test('a wrong address is not sent', async () => {
  const sent = respond(listed([]))
  show(<WebhooksPanel />, '/account/programs')
  fireEvent.change(await screen.findByLabelText('Address'), { target: { value: 'http://hooks.example' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add the webhook' }))
  expect(await screen.findByText('Enter an address that begins with https://.')).toBeTruthy()
  expect(sent).toHaveLength(1)
})

test('a failed delivery is sent again, and a webhook that is off is switched on', async () => {
  respond({
    ...listed([{ ...webhook, off_at: '2026-01-02T00:00:00.000Z' }]),
    'POST /api/account/webhooks/7/on': () => json({ webhook }),
    'GET /api/account/webhooks/7/deliveries': () => json({ deliveries: [delivery] }),
    'POST /api/account/webhooks/7/deliveries/9/again': () =>
      json({ delivery: { ...delivery, state: 'waiting', attempts: 0, answer: null } })
  })
  show(<WebhooksPanel />, '/account/programs')
  fireEvent.click(await screen.findByRole('button', { name: 'Switch on hooks.example' }))
  await waitFor(() => expect(screen.queryByText('hooks.example (off)')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Deliveries to hooks.example' }))
  expect(await screen.findByText(/failed \(500\)/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText(/, waits$/)).toBeTruthy()
})
