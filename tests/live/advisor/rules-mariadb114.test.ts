// Protects every rule of advice on MariaDB 11.4: it speaks of its page's example and is silent once that is mended, and of further cases each way.
import { testRulesOn } from './rule-run'

testRulesOn('mariadb114')
