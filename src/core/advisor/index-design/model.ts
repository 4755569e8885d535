import type { Index, Table } from '../../catalog/model'
import type { AccessContext } from '../../keyparts/access-context'
import type { KeyPartRole } from '../../keyparts/model'
import type { Bytes, Fraction } from '../../units'

/** What one column of a table is asked for: the conditions on it that an index could search by. */
export interface ColumnDemand {
  /** Of an expression, its text. */
  readonly column: string
  /** As DDL writes it, without the outer parentheses. */
  readonly expression?: string
  /** Of an index that holds only the first characters: then a LIKE may count as one value. */
  readonly prefixChars?: number
  /** PostgreSQL: the operator class that the condition needs, where the default one does not do. */
  readonly opclass?: string
  readonly role: 'equality' | 'in-list' | 'range'
  /** `= 7`, `> 1234`, `LIKE 'prefix%'`. */
  readonly comparedWith: string
  /** Part of the table's rows that meet it. */
  readonly share: Fraction
  /** Where the share comes from; `assumed` is a rule of thumb by the kind of condition. */
  readonly shareFrom: 'unique' | 'cardinality' | 'plan' | 'type' | 'statistics' | 'foreign-key' | 'assumed'
  /** A range with one end, which grows with the table. */
  readonly isOpenEnded?: boolean
  /** The table (its name in the statement, lower case) whose column it is compared with, and which must be read before. */
  readonly joinedTo?: string
}

/** One column of ORDER BY or GROUP BY. */
export interface OrderDemand {
  readonly column: string
  readonly descending: boolean
}

/** What a statement demands of a table, as far as an index could serve it. */
export interface TableDemand {
  readonly context: AccessContext
  readonly table: Table
  readonly columns: readonly ColumnDemand[]
  /** All of ORDER BY, else of GROUP BY, when it is of this table's columns alone. */
  readonly order: readonly OrderDemand[]
  readonly orderIs: 'ORDER BY' | 'GROUP BY' | undefined
  /** Rows that LIMIT lets through, offset included. */
  readonly limit: number | undefined
  /** Columns that the statement needs, lower case; undefined when it needs all. */
  readonly needs: ReadonlySet<string> | undefined
  /** Columns that the statement changes, lower case. */
  readonly changes: ReadonlySet<string>
}

export interface DesignedPart {
  /** Of an expression, its text. */
  readonly column: string
  readonly expression?: string
  readonly prefixChars?: number
  readonly opclass?: string
  readonly descending: boolean
  /** What it will do, as the key-part engine judges the index. */
  readonly role: KeyPartRole
  readonly narrows: 'seek' | 'edges' | 'none'
}

/** An index that would serve a demand, with what it promises. */
export interface IndexDesign {
  readonly table: Table
  readonly parts: readonly DesignedPart[]
  readonly include: readonly string[]
  /** What is not a B-tree: `gin`, `brin`. */
  readonly method?: string
  /** PostgreSQL: the condition of a partial index. */
  readonly where?: string
  /** What it is to the indexes that are there. */
  readonly relation:
    | { readonly kind: 'new' }
    /** It begins with all parts of that one, which it can replace. */
    | { readonly kind: 'extends'; readonly index: Index }
    /** It has that one's columns in another order. */
    | { readonly kind: 'reorders'; readonly index: Index }
  /** Indexes that it makes redundant. */
  readonly replaces: readonly Index[]
  /** Index entries that all reads of the table together touch, by the shares of its demands. */
  readonly expectedRows: number
  /** True when a share is a rule of thumb. */
  readonly assumed: boolean
  readonly givesOrder: boolean
  readonly covers: boolean
  readonly bytesPerEntry: Bytes | undefined
  /** Part of the statement's work that it saves. */
  readonly saves: Fraction
  /** Tables that must be read before this one for it to serve, by their names in the statement. */
  readonly after: readonly string[]
  /** The statement reads its tables in another order then than it does now. */
  readonly changesJoinOrder: boolean
  /** OR by an index for each arm: the other arms' indexes, which it serves only together with. */
  readonly companions: readonly IndexDesign[]
}
