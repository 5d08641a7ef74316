/** The steps of the welcome tour: their pages, the elements that they point at and their texts (B§4, D-122). */

const ACTIVITY = '/activities/challenge-hut-tour'
const SESSION = `${ACTIVITY}/events/10`

export interface TourStep {
  /** Also the `data-tour` of the element that it points at. */
  name: string
  path: string
  /** Other pages on which the step stays. */
  also?: readonly string[]
  title: string
  text: string
}

/** In the documented order (TOUR-02..TOUR-20). No step changes data. */
export const TOUR_STEPS: readonly TourStep[] = [
  {
    name: 'start',
    path: '/',
    title: 'Welcome to the hut',
    text: 'People do things together here, on one shared clock. This tour takes two minutes and changes nothing. Press Continue.'
  },
  {
    name: 'home',
    path: '/',
    title: 'The way home',
    text: 'The name at the top brings you back here from anywhere. You’ll see what’s running and what starts soon.'
  },
  {
    name: 'search',
    path: '/',
    title: 'Search and filter',
    text: 'Search for a word, or choose a category and a difficulty. The address keeps your choices, so you can share it.'
  },
  {
    name: 'card',
    path: '/',
    title: 'A card for each',
    text: 'A card shows what it is, how long it takes, who’s joined and how many spots are left. Press it to look inside. You don’t need an account for that.'
  },
  {
    name: 'activity-start',
    path: ACTIVITY,
    title: 'Start it yourself',
    text: 'An activity is a plan. Start makes a session of it: now, at a time you set, or when you’re ready.'
  },
  {
    name: 'activity-home',
    path: ACTIVITY,
    title: 'What an activity is made of',
    text: 'What it’s about, its parts on a timeline, and the goals everyone gets.'
  },
  {
    name: 'activity-events',
    path: ACTIVITY,
    title: 'Its sessions',
    text: 'See when people do it: what’s running, what’s coming up and what’s over.'
  },
  {
    name: 'session-home',
    path: SESSION,
    title: 'A running session',
    text: 'Everyone sees the same clock. The ring counts down the current part. Below it, you see what’s next.'
  },
  {
    name: 'join',
    path: SESSION,
    title: 'Take part',
    text: 'Joining costs one use, or nothing if it says so. No account yet? Make one on the way, and you’re in.'
  },
  {
    name: 'events',
    path: SESSION,
    title: 'The plan',
    text: 'All parts in order, on one timeline. In some of them, everyone takes a turn.'
  },
  {
    name: 'tasks',
    path: SESSION,
    title: 'Goals of the session',
    text: 'Once you’re in, one press logs what you did. Everyone in the room sees it right away.'
  },
  {
    name: 'participants',
    path: SESSION,
    title: 'Who is here',
    text: 'The people in the room, who’s here right now and who’s ready.'
  },
  {
    name: 'forum',
    path: `${SESSION}/hut`,
    title: 'Discuss',
    text: 'For what should still be there tomorrow: questions, answers and results.'
  },
  {
    name: 'logs',
    path: `${SESSION}/logs`,
    title: 'What was done',
    text: 'Everything logged in this session, latest first.'
  },
  {
    name: 'chat',
    path: `${SESSION}/chat`,
    title: 'Chat',
    text: 'For what you want to say now. On a wide screen, it’s next to the room.'
  },
  {
    name: 'groups',
    path: '/huts',
    title: 'Groups',
    text: 'People who do the same things meet in a group. It has its own sessions, activities and members.'
  },
  {
    name: 'create',
    path: '/challenges/create',
    title: 'Make your own',
    text: 'Put parts and goals together, or start from a template. You can run what you build again and again.'
  },
  {
    name: 'end',
    path: '/about',
    also: ['/terms-of-service', '/privacy-policy'],
    title: 'That was the tour',
    text: 'You’ll find About, Terms and Privacy at the bottom of every page. Continue takes you home. Join something that’s running, or set your first goal.'
  }
]

/** Whether the step is shown on this page. */
export function isAt({ path, also = [] }: TourStep, pathname: string): boolean {
  return [path, ...also].includes(pathname.replace(/(.)\/$/, '$1'))
}
