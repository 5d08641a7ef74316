/**
 * The fixed tree of categories, at most four levels deep (D-59). An activity names the slug of the deepest category
 * that fits; a filter by any category includes everything below it. Slugs are addresses: rename titles, keep slugs.
 */
export type SeedCategory = { slug: string; title: string; children: readonly SeedCategory[] }

export const categories: readonly SeedCategory[] = [
  category('health-fitness', 'Health & fitness', [
    category('running', 'Running', [
      category('couch-to-5k', 'Couch to 5K', [
        category('couch-to-5k-first-weeks', 'Weeks 1 to 4'),
        category('couch-to-5k-turning-point', 'Weeks 5 and 6'),
        category('couch-to-5k-last-weeks', 'Weeks 7 to 9')
      ]),
      category('easy-runs', 'Easy runs')
    ]),
    category('walking', 'Walking'),
    category('strength', 'Strength', [
      category('interval-training', 'Interval training'),
      category('bodyweight', 'Push-ups & planks')
    ]),
    category('mobility', 'Mobility', [category('stretching', 'Stretching'), category('yoga', 'Yoga')])
  ]),
  category('mind', 'Mind', [category('breathing', 'Breathing'), category('meditation', 'Meditation')]),
  category('focus-study', 'Focus & study', [
    category('focus', 'Focus', [category('pomodoro', 'Pomodoro'), category('deep-work', 'Deep work')]),
    category('study', 'Study', [category('memory', 'Memory'), category('exams', 'Exams')]),
    category('languages', 'Languages')
  ]),
  category('reading-writing', 'Reading & writing', [
    category('reading', 'Reading', [category('book-clubs', 'Book clubs')]),
    category('writing', 'Writing', [
      category('free-writing', 'Free writing'),
      category('long-projects', 'Long projects')
    ])
  ]),
  category('meetings', 'Meetings', [
    category('check-ins', 'Check-ins'),
    category('discussions', 'Discussions'),
    category('retrospectives', 'Retrospectives')
  ]),
  category('creative', 'Creative', [
    category('drawing', 'Drawing'),
    category('music', 'Music'),
    category('ideas', 'Finding ideas')
  ]),
  category('home', 'Home', [category('tidying', 'Tidying'), category('planning', 'Planning')]),
  category('getting-started', 'Getting started')
]

function category(slug: string, title: string, children: readonly SeedCategory[] = []): SeedCategory {
  return { slug, title, children }
}
