/** Every address that a person can open so far; the sweeps over all pages (axe, screenshots) walk this list. */
export const PUBLIC_PAGES = [
  '/',
  '/events?joined=1',
  '/activities',
  '/activities?templates=1&q=couch',
  '/activities/pomodoro-four-rounds',
  '/activities/tabata/sessions',
  '/sessions/10',
  '/sessions/10/chat',
  '/sessions/10/logs',
  '/activities/challenge-hut-tour/events/10',
  '/challenges/create',
  '/challenges/create?template=pomodoro-four-rounds',
  '/challenges/templates',
  '/challenges/events/create',
  '/tokens',
  '/about',
  '/terms-of-service',
  '/privacy-policy',
  '/my/goals',
  '/my/logs',
  '/my/sessions',
  '/account',
  '/there/is/nothing/here'
]

export const PERSONAL_PAGES = [
  '/my/goals?create=1',
  '/my/goals',
  '/my/logs',
  '/my/sessions',
  '/tokens',
  '/account',
  '/account/tokens'
]
