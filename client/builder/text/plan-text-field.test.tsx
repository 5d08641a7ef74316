import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createActivityPage, updateActivityPage } from '../../../domain/activities/builder-page-api.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../../testing/page/show.tsx'
import { setUser } from '../../lib/user.ts'
import { CreateActivityPage } from '../CreateActivityPage.tsx'
import { CHOICES, formWith, goalsOf, groupOf } from '../example-form.ts'
import type { Form } from '../form.ts'
import { UpdateActivityPage } from '../UpdateActivityPage.tsx'

beforeEach(() => {
  localStorage.clear()
  setUser(ADA)
})
afterEach(forget)

const CREATE = '/challenges/create'
const STORED = { slug: 'run', id: 9, path: '/activities/run', revision: 3 }

function create(form: Partial<Form> = {}) {
  putPage(createActivityPage, CREATE, { ...CHOICES, challenge: formWith({ title: 'Run', ...form }), hut: null })
  show(<CreateActivityPage />, CREATE)
}

function update(form: Partial<Form>) {
  const at = '/challenges/run/update'
  putPage(updateActivityPage, at, {
    ...CHOICES,
    challenge: { ...STORED, ...formWith({ title: 'Run', ...form }) },
    hut: null
  })
  show(<UpdateActivityPage />, at)
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Plan as text' })
const write = (text: string) => fireEvent.change(field(), { target: { value: text } })
const titles = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Title of part/ }).map(box => box.value)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const saved = () => json({ challenge: STORED, error: null, error_code: null })

function challenge(sent: { body: Record<string, unknown> | undefined }[]): Form {
  return sent[0]?.body?.challenge as Form
}

test('a pasted workout becomes the parts and the timers that are sent', { tags: 'D-155' }, async () => {
  const sent = respond({ 'POST /api/challenges': saved })
  create()
  write('10 min warm up, 5 x (1 min run, 2 min walk), 5 min cool down')
  expect(titles()).toEqual(['warm up', '', 'cool down'])
  expect(document.querySelector('.save-bar')?.textContent).toContain('30 min · 3 parts')
  press('Create activity')
  await waitFor(() => expect(sent).toHaveLength(1))
  const { parts } = challenge(sent)
  expect(parts[0]?.parts.map(part => part.duration)).toEqual([600, 900, 300])
  expect(parts[0]?.parts[1]).toMatchObject({ is_interval: 1, sets: 5 })
  expect(parts[0]?.parts[1]?.timers.map(timer => timer.title)).toEqual(['run', 'walk'])
})

test('a place that is not understood is marked and blocks saving until its proposal is taken', {
  tags: 'D-155'
}, async () => {
  const sent = respond({ 'POST /api/challenges': saved })
  create()
  write('10 min warm up\n5 mni run')
  expect(titles()).toEqual(['warm up'])
  expect(document.querySelector('mark')?.textContent).toBe('5 mni')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Line 2: “mni” is no unit of time.')).toBeTruthy()
  press('Create activity')
  await screen.findAllByText('The plan as text: “mni” is no unit of time.')
  expect(sent).toEqual([])
  press('Write “5 min”')
  expect(field().value).toBe('10 min warm up\n5 min run')
  expect(titles()).toEqual(['warm up', 'run'])
  expect(document.querySelector('mark')).toBeNull()
  press('Create activity')
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('a plan is shown as text, and a change below changes the text', { tags: 'D-155' }, () => {
  create({ parts: [groupOf(['Warm up', 'Run'])], tasks: [goalsOf('Read')] })
  expect(field().value).toBe('5 min Warm up\n5 min Run\n\nGoals:\nRead')
  write('5 min Warm up, 6 min Run')
  expect(field().value).toBe('5 min Warm up, 6 min Run')
  fireEvent.change(screen.getByRole('textbox', { name: 'Title of part 1' }), { target: { value: 'Stretch' } })
  expect(field().value).toBe('5 min Stretch\n6 min Run')
})

test('a part whose text is broken and mended keeps what the text cannot say', { tags: 'D-155' }, async () => {
  const sent = respond({ 'PATCH /api/challenges/run/patch': saved })
  const group = groupOf(['Run'])
  const parts = group.parts.map(part => ({ ...part, alerts: [{ at: 5, title: 'Soon' }] }))
  update({ parts: [{ ...group, parts }] })
  write('5 mn Run')
  write('7 min Run')
  press('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(challenge(sent).parts[0]?.parts[0]).toMatchObject({
    uuid: parts[0]?.uuid,
    duration: 420,
    alerts: [{ at: 5, title: 'Soon' }]
  })
})

test('a change below does not lose a text that is not understood', { tags: 'D-155' }, () => {
  create()
  write('10 min warm up\n5 mni run')
  fireEvent.change(screen.getByRole('textbox', { name: 'Title of part 1' }), { target: { value: 'Stretch' } })
  expect(field().value).toBe('10 min warm up\n5 mni run')
  press('Show the text of the parts below')
  expect(field().value).toBe('10 min Stretch')
})

test('undo brings back the plan and its text', { tags: 'D-155' }, () => {
  create({ parts: [groupOf(['Run'])] })
  write('7 min Walk')
  press('Undo')
  expect(field().value).toBe('5 min Run')
  expect(titles()).toEqual(['Run'])
})

function choose(text: string) {
  const file = new File([text], 'run.plan.json', { type: 'application/json' })
  fireEvent.change(screen.getByLabelText('File with a plan'), { target: { files: [file] } })
}

test('a file is previewed, fills the form, and can be undone', async () => {
  create({ title: '', parts: [groupOf(['Walk'])] })
  const plan = { format: 'challenge-hut.plan/1', title: 'A run', parts: [{ parts: [{ title: 'Run', duration: 600 }] }] }
  choose(JSON.stringify(plan))
  const preview = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'What’s in the file' })
  expect(preview.value).toBe('10 min Run')
  expect(screen.getByText('10 min, 1 part, 0 goals')).toBeTruthy()
  expect(titles()).toEqual(['Walk'])
  press('Use this plan')
  expect(titles()).toEqual(['Run'])
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('A run')
  press('Undo')
  expect(titles()).toEqual(['Walk'])
})

test('a file that cannot be read says why and changes nothing', async () => {
  create({ parts: [groupOf(['Walk'])] })
  choose('{"format": "challenge-hut.plan/1", "parts": [{"parts": [{"duration": -1}]}]}')
  expect(await screen.findByText('Group 1, part 1, duration: A duration can’t be negative.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Use this plan' })).toBeNull()
  press('OK')
  expect(titles()).toEqual(['Walk'])
})

test('a pattern fills in the parts with its three values', { tags: 'D-155' }, async () => {
  create({ title: '', tasks: [goalsOf('Read')] })
  press('Use a pattern')
  fireEvent.change(await screen.findByRole('combobox', { name: 'Pattern' }), { target: { value: 'Tabata' } })
  const rounds = screen.getByRole('textbox', { name: 'Rounds' })
  fireEvent.change(rounds, { target: { value: '0' } })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Use this pattern' }).disabled).toBe(true)
  fireEvent.change(rounds, { target: { value: '6' } })
  press('Use this pattern')
  expect(field().value).toBe('Tabata: 6 x (20 s Work, 10 s Rest)\n\nGoals:\nRead')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Tabata')
})
