import type { MailWords } from './words.ts'

/** An admin has approved or refused a new account (D-146). */
export interface AccountDecided {
  kind: 'account decided'
  username: string
  is_approved: boolean
}

/** Returns the mail to the person who has waited. */
export function accountDecided({ username, is_approved }: AccountDecided): MailWords {
  return is_approved
    ? {
        subject: 'Your account is approved',
        heading: 'You’re in',
        paragraphs: [`An admin has approved your account ${username}. You can use everything now.`],
        facts: [],
        link: { text: 'Open the hut', path: '/' }
      }
    : {
        subject: 'Your account wasn’t approved',
        heading: 'Your account wasn’t approved',
        paragraphs: [`An admin has refused your account ${username}, so it was deleted with everything in it.`],
        facts: [],
        link: { text: 'Open the home page', path: '/' }
      }
}
