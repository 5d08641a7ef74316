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
    text: 'People do things together here, on one shared clock. This tour takes two minutes. Press Continue to go on; nothing you see on the way is changed by it.'
  },
  {
    name: 'home',
    path: '/',
    title: 'The way home',
    text: 'The name at the top leads back to this page from everywhere. It lists what is running and what starts soon.'
  },
  {
    name: 'search',
    path: '/',
    title: 'Search and filter',
    text: 'Look for a word, or choose a category and a difficulty. The address keeps what you chose, so you can share it.'
  },
  {
    name: 'card',
    path: '/',
    title: 'A card for each',
    text: 'A card says what it is, how long it takes, who has joined and how many places are left. Press it to look inside: reading needs no account.'
  },
  {
    name: 'activity-start',
    path: ACTIVITY,
    title: 'Start it yourself',
    text: 'An activity is a plan. Start makes a session of it: now, at a time that you set, or when you press a button.'
  },
  {
    name: 'activity-home',
    path: ACTIVITY,
    title: 'What an activity is made of',
    text: 'What it is about, its parts on a timeline, and the goals that everyone who does it gets.'
  },
  {
    name: 'activity-events',
    path: ACTIVITY,
    title: 'Its sessions',
    text: 'Here are the times at which people do it: those that run, those that come and those that are over.'
  },
  {
    name: 'session-home',
    path: SESSION,
    title: 'A session that runs',
    text: 'Everyone sees the same clock. The ring counts down the part that is on now; below it stands what comes next.'
  },
  {
    name: 'join',
    path: SESSION,
    title: 'Take part',
    text: 'Join costs one use, or nothing where it says so. If you have no account yet, you make one on the way and are in afterwards.'
  },
  {
    name: 'events',
    path: SESSION,
    title: 'The plan',
    text: 'All parts in their order, on one line of time. Some go round: then each person has a turn.'
  },
  {
    name: 'tasks',
    path: SESSION,
    title: 'Goals of the session',
    text: 'Once you are in, one press of a button logs what you did. Everyone in the room sees it at once.'
  },
  {
    name: 'participants',
    path: SESSION,
    title: 'Who is here',
    text: 'The people in the room, who is here right now and who is ready.'
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
    text: 'Everything that was logged in this session, with the latest first.'
  },
  {
    name: 'chat',
    path: `${SESSION}/chat`,
    title: 'Chat',
    text: 'For what is said now. On a wide screen it stands beside the room.'
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
    text: 'Put parts and goals together, or begin with a template. What you build here you can run again and again.'
  },
  {
    name: 'end',
    path: '/about',
    also: ['/terms-of-service', '/privacy-policy'],
    title: 'That was the tour',
    text: 'At the bottom of each page you find About, Terms and Privacy. Continue leads home: join something that runs, or set your first goal.'
  }
]

/** Whether the step is shown on this page. */
export function isAt({ path, also = [] }: TourStep, pathname: string): boolean {
  return [path, ...also].includes(pathname.replace(/(.)\/$/, '$1'))
}
