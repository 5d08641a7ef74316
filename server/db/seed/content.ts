/** Everything that the first start seeds, in the order in which it is listed. */
import { breathing } from './breathing.ts'
import { categories } from './categories.ts'
import { couchTo5k } from './couch-to-5k.ts'
import { creative } from './creative.ts'
import { focus } from './focus.ts'
import { home } from './home.ts'
import { hosting } from './hosting.ts'
import { meetings } from './meetings.ts'
import { mobility } from './mobility.ts'
import type { SeedActivity } from './plan-builder.ts'
import { reading } from './reading.ts'
import { running } from './running.ts'
import { strength } from './strength.ts'
import { study } from './study.ts'
import { tour } from './tour.ts'
import { writing } from './writing.ts'

/** Without the tour's activity, which is seeded together with its session. */
export const activities: readonly SeedActivity[] = [
  ...focus,
  ...couchTo5k,
  ...running,
  ...strength,
  ...breathing,
  ...mobility,
  ...reading,
  ...writing,
  ...study,
  ...meetings,
  ...creative,
  ...home
]

export { categories, hosting, tour }
