import { expect, test } from 'vitest'
import { checkForm, checkLive } from './check-form.ts'
import { formWith, goalsOf, groupOf } from './example-form.ts'

const LENGTH = 'The session must last between 5 minutes and 1 month.'
const MONTH = 30 * 86_400

/** The last of the goals has only blanks for its title. */
function goalsWithoutLast(...titles: string[]) {
  const group = goalsOf(...titles)
  return { ...group, parts: group.parts.map((goal, at) => (at === titles.length - 1 ? { ...goal, title: ' ' } : goal)) }
}

test('a form without a mistake may be sent', () => {
  const form = formWith({ title: 'Stretch', parts: [groupOf(['A'])], tasks: [goalsOf('Water')] })
  expect(checkForm(form, 'session', null)).toEqual({ fields: {}, warnings: [] })
})

test.each([
  [0, 'Please set the challenge duration.'],
  [299, LENGTH],
  [300, undefined],
  [MONTH, undefined],
  [MONTH + 1, LENGTH]
])('a session of %i s: %s', { tags: ['SES-002', 'SES-003', 'BLD-13'] }, (duration, problem) => {
  const { fields, warnings } = checkForm(formWith({ title: 'A', duration }), 'session', null)
  expect([fields.duration, warnings]).toEqual([problem, problem ? [problem] : []])
})

test('an activity may last as long as it likes', { tags: 'BLD-13' }, () => {
  expect(checkForm(formWith({ title: 'A', duration: 0 }), 'activity', null).warnings).toEqual([])
})

test('a title of blanks is none', { tags: ['BLD-11', 'BLD-15'] }, () => {
  const { fields, warnings } = checkForm(formWith({ title: '  ' }), 'activity', null)
  expect([fields.title, warnings]).toEqual(['Please set the challenge title.', ['Please set the challenge title.']])
})

test('each goal needs a title, named by its place', { tags: 'BLD-36' }, () => {
  const form = formWith({ title: 'A', tasks: [goalsWithoutLast('Walk', 'Run')] })
  expect(checkForm(form, 'activity', null).fields).toEqual({ 'tasks.0.parts.1.title': 'Value is required.' })
})

test('what is wrong is always said once in words, also when it has only a place beside a field', {
  tags: 'BLD-14'
}, () => {
  const form = formWith({ title: 'A', tasks: [goalsWithoutLast('Run')] })
  expect(checkForm(form, 'activity', null).warnings).toEqual(['Value is required.'])
  expect(checkForm({ ...form, title: '' }, 'activity', null).warnings).toEqual(['Please set the challenge title.'])
})

test('while one works nothing is asked for that is not there yet', { tags: 'BLD-15' }, () => {
  expect(checkLive(formWith({ tasks: [goalsWithoutLast('Run')], duration: 0 }), null)).toEqual({
    fields: {},
    warnings: []
  })
})

test('a part that names a goal of another plan is not sent', () => {
  const [group] = [groupOf(['A'])]
  const parts = group.parts.map(part => ({ ...part, task_uuids: ['gone'] }))
  const { fields } = checkForm(formWith({ title: 'A', parts: [{ ...group, parts }] }), 'activity', null)
  expect(fields).toEqual({ 'parts.0.parts.0.task_uuids.0': 'There is no such goal in this plan.' })
})

test('an alert that is longer than its event is told, one of its whole length is not', () => {
  const [group] = [groupOf(['A'])]
  const parts = group.parts.map(part => ({ ...part, alerts: [300, 301].map(at => ({ at, title: 'Soon' })) }))
  expect(checkLive(formWith({ parts: [{ ...group, parts }] }), null).fields).toEqual({
    'parts.0.parts.0.alerts.1.at': 'The part does not last that long.'
  })
})
