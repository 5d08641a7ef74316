import { expect, test } from 'vitest'
import { checkForm, checkLive } from './check-form.ts'
import { formWith, goalsOf, groupOf } from './example-form.ts'

const LENGTH = 'The session must last between 5 minutes and 1 month.'
const MONTH = 30 * 86_400

/** A group of goals, the last of which has a title of only blanks. */
function goalsWithoutLast(...titles: string[]) {
  const group = goalsOf(...titles)
  return { ...group, parts: group.parts.map((goal, at) => (at === titles.length - 1 ? { ...goal, title: ' ' } : goal)) }
}

test('a valid form has no errors', () => {
  const form = formWith({ title: 'Stretch', parts: [groupOf(['A'])], tasks: [goalsOf('Water')] })
  expect(checkForm(form, 'session', null)).toEqual({ fields: {}, warnings: [] })
})

test.each([
  [0, 'Please set the challenge duration.'],
  [299, LENGTH],
  [300, undefined],
  [MONTH, undefined],
  [MONTH + 1, LENGTH]
])('a session of %i s has the error: %s', { tags: ['SES-002', 'SES-003', 'BLD-13'] }, (duration, problem) => {
  const { fields, warnings } = checkForm(formWith({ title: 'A', duration }), 'session', null)
  expect([fields.duration, warnings]).toEqual([problem, problem ? [problem] : []])
})

test('the duration of an activity has no limits', { tags: 'BLD-13' }, () => {
  expect(checkForm(formWith({ title: 'A', duration: 0 }), 'activity', null).warnings).toEqual([])
})

test('a title of only blanks counts as missing', { tags: ['BLD-11', 'BLD-15'] }, () => {
  const { fields, warnings } = checkForm(formWith({ title: '  ' }), 'activity', null)
  expect([fields.title, warnings]).toEqual(['Please set the challenge title.', ['Please set the challenge title.']])
})

test('a goal without a title has an error at its position', { tags: 'BLD-36' }, () => {
  const form = formWith({ title: 'A', tasks: [goalsWithoutLast('Walk', 'Run')] })
  expect(checkForm(form, 'activity', null).fields).toEqual({ 'tasks.0.parts.1.title': 'Value is required.' })
})

test('a form with an error always has a warning too', {
  tags: 'BLD-14'
}, () => {
  const form = formWith({ title: 'A', tasks: [goalsWithoutLast('Run')] })
  expect(checkForm(form, 'activity', null).warnings).toEqual(['Value is required.'])
  expect(checkForm({ ...form, title: '' }, 'activity', null).warnings).toEqual(['Please set the challenge title.'])
})

test('checkLive does not report missing values', { tags: 'BLD-15' }, () => {
  expect(checkLive(formWith({ tasks: [goalsWithoutLast('Run')], duration: 0 }), null)).toEqual({
    fields: {},
    warnings: []
  })
})

test('a part with a goal of another plan has an error', () => {
  const [group] = [groupOf(['A'])]
  const parts = group.parts.map(part => ({ ...part, task_uuids: ['gone'] }))
  const { fields } = checkForm(formWith({ title: 'A', parts: [{ ...group, parts }] }), 'activity', null)
  expect(fields).toEqual({ 'parts.0.parts.0.task_uuids.0': 'There’s no such goal in this plan.' })
})

test('an alert may be as early as the start of its part, but not earlier', () => {
  const [group] = [groupOf(['A'])]
  const parts = group.parts.map(part => ({ ...part, alerts: [300, 301].map(at => ({ at, title: 'Soon' })) }))
  expect(checkLive(formWith({ parts: [{ ...group, parts }] }), null).fields).toEqual({
    'parts.0.parts.0.alerts.1.at': 'The part isn’t that long.'
  })
})
