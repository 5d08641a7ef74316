import { expect, test } from 'vitest'
import { MESSAGE_KEYS } from '../accounts/user.ts'
import { GOAL_TIPS, type GoalMoment, goalTipsAt } from './goal-tips.ts'
import { isAt, TOUR_STEPS } from './steps.ts'

const nth = (name: string): number => TOUR_STEPS.findIndex(step => step.name === name) + 1

test('the tour has eighteen steps in the documented order', { tags: 'TOUR-02..TOUR-20' }, () => {
  expect(TOUR_STEPS.map(({ name }) => name)).toEqual([
    ...[
      'start',
      'home',
      'search',
      'card',
      'activity-start',
      'activity-home',
      'activity-events',
      'session-home',
      'join'
    ],
    ...['events', 'tasks', 'participants', 'forum', 'logs', 'chat', 'groups', 'create', 'end']
  ])
  expect([nth('start'), nth('join'), nth('end')]).toEqual([1, 9, 18])
})

test('the steps are exactly on the documented paths', { tags: 'TOUR-24..TOUR-34' }, () => {
  const session = '/activities/challenge-hut-tour/events/10'
  expect(new Set(TOUR_STEPS.flatMap(({ path, also = [] }) => [path, ...also]))).toEqual(
    new Set([
      ...['/', '/activities/challenge-hut-tour', session, `${session}/hut`, `${session}/logs`, `${session}/chat`],
      ...['/huts', '/challenges/create', '/about', '/terms-of-service', '/privacy-policy']
    ])
  )
})

test.each([
  ['start', '/', true],
  ['start', '/about', false],
  ['groups', '/huts/', true],
  ['end', '/about', true],
  ['end', '/terms-of-service', true],
  ['end', '/privacy-policy/', true],
  ['end', '/', false]
])('the step %s is shown at %s: %s', (name, pathname, shown) => {
  expect(isAt(TOUR_STEPS[nth(name) - 1] as never, pathname)).toBe(shown)
})

const unread = (...keys: string[]) => ({
  new_messages: Object.fromEntries(MESSAGE_KEYS.map(key => [key, keys.includes(key) ? 1 : 0])) as never
})

test.each<[GoalMoment, string[], string[]]>([
  ['no goals yet', [...MESSAGE_KEYS], ['startGoalTour']],
  ['no goals yet', ['newCreateGoal'], []],
  ['goal made', [...MESSAGE_KEYS], ['newCreateGoal', 'logProgressButton', 'additionalGoalFeatures']],
  ['goal made', ['logProgressButton', 'finishTour'], ['logProgressButton']],
  ['log made', [...MESSAGE_KEYS], ['newCreateLog', 'finishTour']],
  ['log made', [], []]
])('at "%s" with unread %j it shows %j', { tags: ['TOUR-35..TOUR-40', 'D-123'] }, (moment, keys, shown) => {
  expect(goalTipsAt(moment, unread(...keys)).map(({ key }) => key)).toEqual(shown)
})

test('each message belongs to one moment', { tags: 'TOUR-35..TOUR-40' }, () => {
  const moments: GoalMoment[] = ['no goals yet', 'goal made', 'log made']
  const all = moments.flatMap(moment => goalTipsAt(moment, unread(...MESSAGE_KEYS)).map(({ key }) => key))
  expect(all.toSorted()).toEqual([...MESSAGE_KEYS].toSorted())
  for (const [key, tip] of Object.entries(GOAL_TIPS)) expect([tip.key, tip.text.length > 20]).toEqual([key, true])
})
