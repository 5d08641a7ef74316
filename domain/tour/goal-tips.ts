/** The messages of the goal tour. Each is shown once, when the element that it explains is on the page (D-123). */
import type { MessageKey, User } from '../accounts/user.ts'

export interface GoalTip {
  key: MessageKey
  title: string
  text: string
}

/**
 * Each message points at the element with this `data-tour`, if there is one (TOUR-35..TOUR-40). @internal Exported for
 * tests only.
 */
export const GOAL_TIPS: Record<MessageKey, GoalTip> = {
  startGoalTour: {
    key: 'startGoalTour',
    title: 'Your goals live here',
    text: 'Set one with a number: 12 books, 100 swims, 10 hours. Then one press a day is enough to see how far you are.'
  },
  newCreateGoal: {
    key: 'newCreateGoal',
    title: 'Your first goal',
    text: 'Great start. Track it right here.'
  },
  logProgressButton: {
    key: 'logProgressButton',
    title: 'Log progress',
    text: 'Press it whenever you’ve done something. You can add a note, another amount or another day.'
  },
  additionalGoalFeatures: {
    key: 'additionalGoalFeatures',
    title: 'More for a goal',
    text: 'Edit, complete, duplicate or delete the goal here. Its page has notes and history.'
  },
  newCreateLog: {
    key: 'newCreateLog',
    title: 'Your first log',
    text: 'It counts right away. You’ll find it in My logs, where you can correct or delete it.'
  },
  finishTour: {
    key: 'finishTour',
    title: 'You’re all set',
    text: 'Come back tomorrow and press again. To do it with others, join a session and bring your goal along.'
  }
}

/** The moments that show messages. */
export type GoalMoment = 'no goals yet' | 'goal made' | 'log made'

const FOLLOW: Record<GoalMoment, readonly MessageKey[]> = {
  'no goals yet': ['startGoalTour'],
  'goal made': ['newCreateGoal', 'logProgressButton', 'additionalGoalFeatures'],
  'log made': ['newCreateLog', 'finishTour']
}

/** Returns the unread messages of a moment, in the order to show them. */
export function goalTipsAt(moment: GoalMoment, { new_messages }: Pick<User, 'new_messages'>): GoalTip[] {
  return FOLLOW[moment].filter(key => new_messages[key] === 1).map(key => GOAL_TIPS[key])
}
