import type { ReadyProgramme } from '../programme.ts'

export const reading: ReadyProgramme = {
  slug: 'back-to-reading',
  title: 'Back to reading',
  about:
    'From ten minutes to half an hour a day in six weeks, with a book that you like. Read at the same time each day, and leave the phone in another room. Put a book away when it bores you: six are waiting.',
  source: {
    name: 'The Reading Agency, Reading Ahead: choose six reads and say what you think of them',
    url: 'https://readingagency.org.uk'
  },
  text: `Week 1: Ten minutes
> Choose six things to read. Short ones count, and so do comics and magazines.
Choose - Write down six things that you would like to read, and borrow the first.
4 x Read: 10 min

Week 2: Fifteen minutes
5 x Read: 15 min

Week 3: Your place
> Read where nothing else happens.
5 x Read: 15 min
Tell someone - Say in one sentence what you read and whether you like it.

Week 4: Twenty minutes
5 x Read: 20 min

Week 5: Twenty-five minutes
5 x Read: 25 min
Tell someone - Write three sentences about a book: what happens, what stayed with you, for whom it is.

Week 6: Half an hour
6 x Read: 30 min
Choose again - Write down the next six.`
}
