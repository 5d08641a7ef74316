import { Text } from '@mantine/core'
import { sourcePage } from '../../domain/publishing/api.ts'
import { usePage } from '../lib/page.ts'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { RichText } from '../ui/text/RichText.tsx'
import { crumbsOf } from './crumbs.ts'

/** A snippet, and what others have made of it in their own words (PUB-006). */
export function SourcePage() {
  const { snippet, breadcrumbs, paraphrases } = usePage(sourcePage)
  return (
    <>
      <PageHeading title={snippet.title} crumbs={crumbsOf(breadcrumbs)} />
      <RichText html={snippet.content} />
      {pageOf(paraphrases).map(({ id, username, content }) => (
        <Text key={id} mt="md" style={{ whiteSpace: 'pre-wrap' }}>
          <b>{username}</b> {content}
        </Text>
      ))}
      <Pager rows={paraphrases} />
    </>
  )
}
