import { Title } from '@mantine/core'
import { sourcePage } from '../../domain/publishing/source-api.ts'
import { MayCreate } from '../accounts/MayCreate.tsx'
import { Face } from '../faces/Face.tsx'
import { usePage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { crumbsOf, PageHeading } from '../ui/PageHeading.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { PersonLink } from '../ui/people/PersonLink.tsx'
import { RichText } from '../ui/text/RichText.tsx'
import { DeleteParaphrase } from './DeleteParaphrase.tsx'
import { ParaphraseForm } from './ParaphraseForm.tsx'
import classes from './publishing.module.css'

/** A snippet, and paraphrases of it by others (PUB-006, D-42). */
export function SourcePage() {
  const { snippet, breadcrumbs, paraphrases, isOwner } = usePage(sourcePage)
  const user = useUser()
  return (
    <>
      <PageHeading title={snippet.title} crumbs={crumbsOf(breadcrumbs)} />
      <div className={classes.text}>
        <RichText html={snippet.content} />
      </div>
      <div className={classes.source}>
        <Title order={2}>In other words</Title>
        <MayCreate kind="pages">
          <ParaphraseForm key={snippet.id} snippet={snippet.id} />
        </MayCreate>
        {paraphrases.length === 0 ? (
          <p>Nobody has said this in their own words yet. Be the first.</p>
        ) : (
          <ul className={classes.paraphrases} aria-label="Paraphrases">
            {pageOf(paraphrases).map(({ id, username, content }) => (
              <li key={id}>
                <b className={classes.author}>
                  <Face username={username} size={28} />
                  <PersonLink username={username} />
                </b>
                <p>{content}</p>
                {(isOwner || user?.username === username) && <DeleteParaphrase id={id} username={username} />}
              </li>
            ))}
          </ul>
        )}
        <Pager rows={paraphrases} />
      </div>
    </>
  )
}
