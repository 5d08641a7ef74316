import type { ReadyProgramme } from '../programme.ts'

/** The times of each run are those of the NHS; the words are ours. */
export const couchTo5k: ReadyProgramme = {
  slug: 'couch-to-5k',
  title: 'Couch to 5k',
  about:
    'From no running at all to half an hour without a break, in nine weeks with three runs each. Leave a day between two runs. If a week is too much, do it once more. Ask a doctor first if you are unsure about your health.',
  source: {
    name: 'NHS, Couch to 5K running plan',
    url: 'https://www.nhs.uk/better-health/get-active/get-running-with-couch-to-5k/couch-to-5k-running-plan'
  },
  text: `Week 1: First minutes
> Run slowly enough to talk. The walks are part of it.
3 x Run: 5 min brisk walk, 8 x (1 min run, 90 s walk), 5 min easy walk

Week 2: A little longer
3 x Run: 5 min brisk walk, 6 x (90 s run, 2 min walk), 5 min easy walk

Week 3: Three minutes in a row
3 x Run: 5 min brisk walk, 2 x (90 s run, 90 s walk, 3 min run, 3 min walk), 5 min easy walk

Week 4: Five minutes in a row
3 x Run: 5 min brisk walk, 3 min run, 90 s walk, 5 min run, 150 s walk, 3 min run, 90 s walk, 5 min run, 5 min easy walk

Week 5: The first long run
> Each run of this week is different. The last one has no walk in it.
Run 1: 5 min brisk walk, 5 min run, 3 min walk, 5 min run, 3 min walk, 5 min run, 5 min easy walk
Run 2: 5 min brisk walk, 8 min run, 5 min walk, 8 min run, 5 min easy walk
Run 3: 5 min brisk walk, 20 min run, 5 min easy walk

Week 6: The last walks
Run 1: 5 min brisk walk, 5 min run, 3 min walk, 8 min run, 3 min walk, 5 min run, 5 min easy walk
Run 2: 5 min brisk walk, 10 min run, 3 min walk, 10 min run, 5 min easy walk
Run 3: 5 min brisk walk, 25 min run, 5 min easy walk

Week 7: Twenty-five minutes
3 x Run: 5 min brisk walk, 25 min run, 5 min easy walk

Week 8: Twenty-eight minutes
3 x Run: 5 min brisk walk, 28 min run, 5 min easy walk

Week 9: Half an hour
> For many people this is about five kilometres.
3 x Run: 5 min brisk walk, 30 min run, 5 min easy walk`
}
