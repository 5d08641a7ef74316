import { useState } from 'react'
import { importPage } from '../../domain/import/api.ts'
import { ApprovedOnly } from '../accounts/ApprovedOnly.tsx'
import { usePersonalPage } from '../lib/page.ts'
import { MyPage } from '../my/MyPage.tsx'
import { Panels } from '../ui/Panels.tsx'
import { EarlierImports } from './EarlierImports.tsx'
import { Importer } from './Importer.tsx'
import classes from './import.module.css'

/** Imports logs from another tracker, or from an export of this product. */
export function ImportPage() {
  const page = usePersonalPage(importPage)
  const [undone, setUndone] = useState<number | null>(null)
  return (
    <MyPage title="Import logs" actionText="to import your logs" page={page}>
      {({ goals, imports }) => (
        <div className={classes.page}>
          <Panels>
            <ApprovedOnly>
              <Importer goals={goals} imports={imports} undone={undone} />
            </ApprovedOnly>
            {imports.length > 0 && <EarlierImports imports={imports} onUndone={setUndone} />}
          </Panels>
        </div>
      )}
    </MyPage>
  )
}
