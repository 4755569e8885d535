-- open orders of a customer
SELECT o_orderkey, o_orderdate, o_totalprice FROM orders WHERE o_custkey = 3901 AND o_orderstatus = 'O';

-- last orders of a customer
SELECT o_orderkey, o_orderdate, o_totalprice FROM orders WHERE o_custkey = 370 ORDER BY o_orderdate DESC LIMIT 5;

-- urgent orders of a week
SELECT o_orderkey, o_custkey FROM orders WHERE o_orderpriority = '1-URGENT' AND o_orderdate >= '1995-03-01' AND o_orderdate < '1995-03-08';

-- orders of a clerk
SELECT o_orderkey, o_orderdate FROM orders WHERE o_clerk = 'Clerk#000000042' ORDER BY o_orderdate;

-- dear orders
SELECT o_orderkey, o_totalprice FROM orders WHERE o_totalprice > 380000;

-- dearest orders
SELECT o_orderkey, o_custkey, o_totalprice FROM orders ORDER BY o_totalprice DESC LIMIT 10;

-- orders of a month by priority
SELECT o_orderpriority, COUNT(*) FROM orders WHERE o_orderdate BETWEEN '1996-05-01' AND '1996-05-31' GROUP BY o_orderpriority;

-- first pending orders
SELECT o_orderkey, o_orderdate FROM orders WHERE o_orderstatus = 'P' ORDER BY o_orderdate LIMIT 20;

-- customers of a segment with debts
SELECT c_custkey, c_name, c_acctbal FROM customer WHERE c_mktsegment = 'BUILDING' AND c_acctbal < -900;

-- customer by name
SELECT c_custkey, c_phone FROM customer WHERE c_name = 'Customer#000004711';

-- customer by beginning of phone
SELECT c_custkey, c_name FROM customer WHERE c_phone LIKE '25-989%';

-- richest customers of a nation
SELECT c_custkey, c_name, c_acctbal FROM customer WHERE c_nationkey = 7 ORDER BY c_acctbal DESC LIMIT 10;

-- customers of two nations and a segment
SELECT COUNT(*) FROM customer WHERE c_nationkey IN (3, 24) AND c_mktsegment = 'MACHINERY';

-- customers without orders
SELECT c_custkey, c_name FROM customer WHERE c_nationkey = 11 AND NOT EXISTS (SELECT 1 FROM orders WHERE o_custkey = c_custkey);

-- customers with a very dear order
SELECT c_custkey, c_name FROM customer WHERE c_custkey IN (SELECT o_custkey FROM orders WHERE o_totalprice > 400000);

-- lines of a part
SELECT l_orderkey, l_quantity FROM lineitem WHERE l_partkey = 3366;

-- lines of a part and a supplier
SELECT l_orderkey, l_linenumber, l_quantity FROM lineitem WHERE l_suppkey = 367 AND l_partkey = 3366;

-- lines shipped on a day by air
SELECT l_orderkey, l_partkey FROM lineitem WHERE l_shipmode = 'AIR' AND l_shipdate = '1996-03-13';

-- lines shipped in a week by two modes
SELECT l_shipmode, COUNT(*) FROM lineitem WHERE l_shipdate BETWEEN '1997-01-06' AND '1997-01-12' AND l_shipmode IN ('MAIL', 'SHIP') GROUP BY l_shipmode;

-- returned lines of a supplier
SELECT l_orderkey, l_extendedprice FROM lineitem WHERE l_suppkey = 42 AND l_returnflag = 'R';

-- late lines of a month
SELECT COUNT(*) FROM lineitem WHERE l_receiptdate >= '1994-06-01' AND l_receiptdate < '1994-07-01' AND l_commitdate < l_receiptdate;

-- revenue of discounted lines of a quarter
SELECT SUM(l_extendedprice * l_discount) FROM lineitem WHERE l_shipdate >= '1994-01-01' AND l_shipdate < '1994-04-01' AND l_discount = 0.10 AND l_quantity < 5;

-- lines of a price
SELECT l_orderkey FROM lineitem WHERE l_extendedprice BETWEEN 94000 AND 94500;

-- largest lines of a part
SELECT l_orderkey, l_quantity FROM lineitem WHERE l_partkey = 1500 ORDER BY l_quantity DESC LIMIT 3;

-- lines received last of a mode
SELECT l_orderkey, l_receiptdate FROM lineitem WHERE l_shipmode = 'RAIL' ORDER BY l_receiptdate DESC LIMIT 10;

-- parts of a brand in a container
SELECT p_partkey, p_name FROM part WHERE p_brand = 'Brand#23' AND p_container = 'MED BOX';

-- parts of a type and sizes
SELECT p_partkey, p_mfgr FROM part WHERE p_size IN (15, 16) AND p_type LIKE 'PROMO BURNISHED%';

-- parts whose name begins
SELECT p_partkey, p_name FROM part WHERE p_name LIKE 'forest%';

-- cheap parts of a size
SELECT p_partkey FROM part WHERE p_size = 7 AND p_retailprice < 950;

-- stock of a supplier that runs out
SELECT ps_partkey, ps_availqty FROM partsupp WHERE ps_suppkey = 88 AND ps_availqty < 500;

-- cheapest offers
SELECT ps_partkey, ps_suppkey, ps_supplycost FROM partsupp WHERE ps_availqty > 9900 AND ps_supplycost < 20;

-- suppliers of a nation
SELECT s_suppkey, s_name FROM supplier WHERE s_nationkey = 3 AND s_acctbal > 8000;

-- orders with lines of a part
SELECT o_orderkey, o_orderdate, l_quantity FROM lineitem JOIN orders ON o_orderkey = l_orderkey WHERE l_partkey = 2500 ORDER BY o_orderdate;

-- orders of a segment on a day
SELECT c_name, o_orderkey FROM customer JOIN orders ON o_custkey = c_custkey WHERE c_mktsegment = 'HOUSEHOLD' AND o_orderdate = '1995-08-17';

-- revenue of orders of a customer
SELECT o_orderkey, SUM(l_extendedprice * (1 - l_discount)) FROM orders JOIN lineitem ON l_orderkey = o_orderkey WHERE o_custkey = 1234 GROUP BY o_orderkey;

-- parts of a supplier by name
SELECT p_partkey, p_name, ps_supplycost FROM supplier JOIN partsupp ON ps_suppkey = s_suppkey JOIN part ON p_partkey = ps_partkey WHERE s_name = 'Supplier#000000123';

-- sales of a brand in a month
SELECT SUM(l_extendedprice) FROM part JOIN lineitem ON l_partkey = p_partkey WHERE p_brand = 'Brand#12' AND p_container = 'SM PKG' AND l_shipdate >= '1995-09-01' AND l_shipdate < '1995-10-01';

-- nations of customers with large orders
SELECT n_name, COUNT(*) FROM orders JOIN customer ON c_custkey = o_custkey JOIN nation ON n_nationkey = c_nationkey WHERE o_totalprice > 350000 GROUP BY n_name;

-- suppliers in a region with much of a part
SELECT s_name, n_name, ps_availqty FROM region JOIN nation ON n_regionkey = r_regionkey JOIN supplier ON s_nationkey = n_nationkey JOIN partsupp ON ps_suppkey = s_suppkey WHERE r_name = 'ASIA' AND ps_availqty > 9990;

-- customers of a nation who bought a part of a supplier
SELECT c_name, o_orderdate FROM customer JOIN orders ON o_custkey = c_custkey JOIN lineitem ON l_orderkey = o_orderkey WHERE c_nationkey = 9 AND l_suppkey = 77;

-- orders with a line returned late
SELECT o_orderkey FROM orders WHERE o_orderdate = '1993-10-04' AND EXISTS (SELECT 1 FROM lineitem WHERE l_orderkey = o_orderkey AND l_returnflag = 'R');

-- balances by segment of a nation
SELECT c_mktsegment, AVG(c_acctbal) FROM customer WHERE c_nationkey = 18 GROUP BY c_mktsegment ORDER BY c_mktsegment;

-- parts without offers
SELECT p_partkey FROM part LEFT JOIN partsupp ON ps_partkey = p_partkey WHERE p_brand = 'Brand#44' AND p_size = 50 AND ps_suppkey IS NULL;

-- raise an offer
UPDATE partsupp SET ps_supplycost = ps_supplycost + 1 WHERE ps_suppkey = 17 AND ps_availqty < 100;

-- orders of either clerk or customer
SELECT o_orderkey FROM orders WHERE o_custkey = 1111 OR o_clerk = 'Clerk#000000007';

-- line totals of a day and mode
SELECT l_shipmode, SUM(l_quantity) FROM lineitem WHERE l_receiptdate = '1995-05-05' GROUP BY l_shipmode ORDER BY l_shipmode;
