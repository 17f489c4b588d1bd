import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { readShown } from '../../../hypermedia/form.ts'
import { isObject, type JsonObject, selfIn } from '../../../hypermedia/read.ts'
import { columnNames } from '../../../views/columns.ts'
import { Limited } from '../../../views/components/Limited.tsx'
import { Row } from './Row.tsx'

interface Props {
  readonly name: string
  readonly items: readonly unknown[]
  /** Renders an item whole. */
  readonly children: (item: JsonObject) => ComponentChildren
}

const ROWS_PER_PAGE = 25

/** A list of objects: a row for each, with all members, its link and its actions. A row can be opened. */
export function Table ({ name, items, children }: Props) {
  const columns = useMemo(() => columnNames(items), [items])
  const hasLinks = useMemo(() => items.some(item => selfIn(item) !== undefined), [items])
  const hasActions = useMemo(() => items.some(item => isObject(item) && actionCount(item) > 0), [items])
  return (
    <Limited
      items={items} limit={ROWS_PER_PAGE} container={rows => (
        <div class='table' role='region' aria-label={`Table: ${name}`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope='col' class='toggle'><span class='unseen'>Details</span></th>
                {hasLinks && <th scope='col'>Link</th>}
                {columns.map(column => <th key={column} scope='col'>{column === '' ? 'Value' : column}</th>)}
                {hasActions && <th scope='col' class='row-actions'>Actions</th>}
              </tr>
            </thead>
            <tbody>{rows}</tbody>
          </table>
        </div>
      )}
    >
      {(item, index) => (
        <Row key={index} item={item} columns={columns} hasLinks={hasLinks} hasActions={hasActions}>{children}</Row>
      )}
    </Limited>
  )
}

function actionCount (item: JsonObject): number {
  const { actions, forms } = readShown(item)
  return actions.length + forms.length
}
