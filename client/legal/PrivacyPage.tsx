import { privacyPage } from '../../domain/legal/pages.ts'
import { config } from '../lib/embedded.ts'
import { OwnLegalPage } from './LegalPage.tsx'

export function PrivacyPage() {
  const name = config.app_name
  return (
    <OwnLegalPage page={privacyPage} title="Privacy Policy">
      <p>
        <time dateTime="2025-01-01">January 1, 2025</time>
      </p>
      <h2>What we store</h2>
      <ul>
        <li>
          What you give us when you register: email address, username, and your name if you like. Your password only as
          a hash.
        </li>
        <li>
          If you join a session as a guest: the name you type, and what you do there. We keep it until you register or
          haven’t been here for 30 days. Then we delete it like an account.
        </li>
        <li>
          What you create: goals, when they remind you and when you’re away, logs, notes, lists, activities, programmes
          with the units you did, sessions, groups, posts, messages, pages with their introductions, when a text is to
          be published, and pictures.
        </li>
        {!config.is_free && (
          <li>
            What you paid: when, how much, with which card (its brand and last four digits), and your name at the time.
            What you used tokens for, and when.
          </li>
        )}
        <li>
          When you agreed to the terms, whether you’ve confirmed your email, and with whose invitation you registered.
        </li>
        <li>Who and what you follow, and whether you want the weekly email about it.</li>
        <li>The invitations you create: their links, when they end, and how many people used them.</li>
        <li>A random number that tells your browser apart from your other ones. It says nothing about who you are.</li>
        <li>
          For each device you’re signed in on: what its browser calls itself, such as “Firefox on Linux”, when you
          signed in, and when you last used it. Security shows you this. We delete it when the login ends.
        </li>
        <li>Passkeys, if you add any: a public key and the name of the device.</li>
        <li>
          Access keys, if you create any for programs: their names, what they may do, when they end, and when they were
          last used.
        </li>
        <li>
          Apps, if you connect any: what they call themselves, what they may do, when you connected them, and when they
          were last used. They get what you let them read.
        </li>
        <li>
          Webhooks, if you add any: their addresses, and what we sent there in the last 30 days. We send it to those
          addresses because you asked us to.
        </li>
        <li>
          Press addresses, if you create any: the goal and the button that they press, and when they were last pressed.
        </li>
        {config.single_sign_on && (
          <li>
            If you sign in with {config.single_sign_on.name}: your number and your email there, when you connected it
            and when you last used it. At your first sign-in it tells us your email, your name and a username.
          </li>
        )}
        <li>
          If you allow notifications on a device: the address where its browser receives them. We delete it when you
          sign out there.
        </li>
        <li>The emails we sent you, for 30 days.</li>
        <li>
          Network addresses are counted for a few minutes to slow down guessing. When a sign-in fails, when you sign in
          on a new device, or when a link from an email is refused, we keep the network and the hour for 30 days. The
          admins look at that when someone tries to get into accounts.
        </li>
      </ul>
      <h2>Who sees it</h2>
      <ul>
        <li>
          Everyone: activities, programmes that you show to everyone, sessions, groups, posts, chat, and your username,
          or your name as a guest, and profile picture where you take part, also in a series that you come to every
          time. Your page also shows when you joined, the public sessions you host and the groups you’re in. It shows
          your streak, the public sessions you’re in and the progress of single goals only if you choose so.
        </li>
        <li>
          The hosts of a full session and everyone on its waitlist: your username while you wait for a place, since
          when, and why a host moved you to the front. We delete it when you stop waiting.
        </li>
        <li>Everyone: how many people follow a page or an activity, but not who.</li>
        <li>Everyone in a session: whether you said before its start that you come or can’t make it.</li>
        <li>The host of a series: on which dates you were in the room, and for how long.</li>
        <li>
          People and groups you share a goal with: its title, target, progress and streak, until you stop sharing it.
          You see how many of them cheered, and who cheered last.
        </li>
        <li>The members of a group with which you follow a programme: your week, and how many of its units you did.</li>
        <li>
          Only you: goals outside sessions unless you share them, your own logs, notes and lists, whom and what you
          follow, which series tell you about each date,
          {config.is_free ? '' : ' your tokens,'} who you mute or block, and your email address.
        </li>
      </ul>
      <p>
        Who reported something is seen by the moderators of this site only, and never by the author. A report stays
        without your name when you delete your account.
      </p>
      <p>
        When an admin removes everything you published, the site keeps when, why and by whom, so that it can be undone.
      </p>
      <h2>Who else gets data</h2>
      <ul>
        <li>
          Notifications go through your browser’s push service, which belongs to Google, Mozilla, Apple or Microsoft.
          They’re encrypted: the service sees that something was sent to your device, and when.
        </li>
        <li>Emails go through the mail server this site uses.</li>
        {!config.is_free && <li>Payments go through the payment provider.</li>}
      </ul>
      <h2>Who runs this site</h2>
      <p>
        {name} is free software that anyone can run. The people who run {config.app_url || 'this site'} decide what
        happens to what’s stored here, and can read it. Nobody else gets a copy, not even the authors of the software.
        {config.contact && ` You can reach the people who run it at ${config.contact}.`}
      </p>
      <h2>Cookies</h2>
      <p>
        One cookie keeps you signed in. One protects forms from other sites. One says you’ve signed in with this browser
        before, so that other people’s failed attempts don’t lock you out. Where needed, a fourth says for ten seconds
        that you saved something, so you see it right away. Your browser also remembers the theme you chose. Nothing is
        loaded from other sites, and nobody tracks you.
      </p>
      <h2>On your device</h2>
      <p>
        While you’re signed in, your browser keeps your goals, your day and the session you’re in, so that they open
        without a connection: at most 5 MB, encrypted. It removes them when you sign out, when someone else signs in,
        when it learns that your login has ended, and after 14 days offline.
      </p>
      {!config.is_free && (
        <>
          <h2>Payments</h2>
          <p>
            Card numbers go to the payment provider and never to {name}. We keep the brand and the last four digits.
          </p>
        </>
      )}
      <h2>Your rights</h2>
      <p>
        You can see, correct and delete what’s stored about you. Under My Account, you can download it all as a file.
        Under Security, you can delete the account; we do it two weeks later. Backups that were made before still have
        it until they’re replaced by newer ones.
      </p>
    </OwnLegalPage>
  )
}
