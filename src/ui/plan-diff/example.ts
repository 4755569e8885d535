/** Two plans of one join as MySQL 8.0 measured them: with the indexes of the second table, and with IGNORE INDEX. */

export const exampleBefore = [
  '-> Nested loop inner join  (cost=92.25 rows=250) (actual time=0.109..0.476 rows=250 loops=1)',
  "    -> Index lookup on c using ix_city (city='city3')  (cost=4.75 rows=25) (actual time=0.062..0.065 rows=25 loops=1)",
  '    -> Index lookup on o using ix_cust (customer_id=c.id)  (cost=2.54 rows=10) (actual time=0.015..0.016 rows=10 loops=25)',
].join('\n')

export const exampleAfter = [
  '-> Nested loop inner join  (cost=2253.75 rows=250) (actual time=0.040..6.122 rows=250 loops=1)',
  '    -> Filter: (o.customer_id is not null)  (cost=503.75 rows=5000) (actual time=0.019..0.832 rows=5000 loops=1)',
  '        -> Table scan on o  (cost=503.75 rows=5000) (actual time=0.018..0.590 rows=5000 loops=1)',
  "    -> Filter: (c.city = 'city3')  (cost=0.25 rows=0.05) (actual time=0.001..0.001 rows=0 loops=5000)",
  '        -> Single-row index lookup on c using PRIMARY (id=o.customer_id)  (cost=0.25 rows=1) (actual time=0.001..0.001 rows=1 loops=5000)',
].join('\n')
