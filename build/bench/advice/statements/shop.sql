-- customer by mail
SELECT id, first_name, last_name, status FROM customers WHERE email = 'anna.meyer.97@mail1.example';

-- customers by beginning of mail
SELECT id, email FROM customers WHERE email LIKE 'karla.novak%' ORDER BY email LIMIT 20;

-- customers by both names
SELECT id, city FROM customers WHERE last_name = 'Rossi' AND first_name = 'Ines';

-- customers by name in a city
SELECT id, email FROM customers WHERE last_name LIKE 'Hub%' AND city = 'DE city 3';

-- blocked customers of a country
SELECT id, email, created_at FROM customers WHERE country = 'DE' AND status = 'blocked';

-- newest business customers
SELECT id, last_name, created_at FROM customers WHERE segment = 'business' AND status = 'active' ORDER BY created_at DESC LIMIT 25;

-- resellers
SELECT id, email FROM customers WHERE segment = 'reseller' AND deleted_at IS NULL;

-- customers to forget
SELECT id FROM customers WHERE deleted_at < '2023-03-01' LIMIT 500;

-- signups of a week by country
SELECT country, COUNT(*) FROM customers WHERE created_at >= '2024-03-04' AND created_at < '2024-03-11' GROUP BY country;

-- most loyal of a country
SELECT id, loyalty_points FROM customers WHERE country = 'NL' ORDER BY loyalty_points DESC LIMIT 10;

-- customers who came by another
SELECT id, created_at FROM customers WHERE referrer_id = 17;

-- best referrers
SELECT referrer_id, COUNT(*) AS brought FROM customers WHERE referrer_id IS NOT NULL GROUP BY referrer_id ORDER BY brought DESC LIMIT 10;

-- inactive since long
SELECT COUNT(*) FROM customers WHERE last_login_at < '2023-02-01' AND status = 'active';

-- customers of rare country with points
SELECT id, email, loyalty_points FROM customers WHERE country = 'IS' AND loyalty_points > 0 ORDER BY loyalty_points DESC;

-- customers of several cities
SELECT id, email FROM customers WHERE city IN ('FR city 5', 'FR city 17', 'BE city 2') AND segment = 'business';

-- addresses of a customer
SELECT id, kind, street, postcode FROM addresses WHERE customer_id = 4242;

-- delivery address of a customer
SELECT street, postcode, city FROM addresses WHERE customer_id = 777 AND kind = 'delivery' ORDER BY id DESC LIMIT 1;

-- addresses by postcode
SELECT id, customer_id FROM addresses WHERE country = 'AT' AND postcode = '12345';

-- addresses of a postal area
SELECT COUNT(*) FROM addresses WHERE country = 'PL' AND postcode LIKE '35%';

-- pickup points not verified
SELECT id, street FROM addresses WHERE kind = 'pickup' AND verified = 0;

-- free agents of a team
SELECT id, name FROM agents WHERE team = 'team 12' AND active = 1;

-- coupon by code
SELECT id, kind, value, valid_until FROM coupons WHERE code = 'C1a2b3c4d';

-- coupons that run out
SELECT id, code FROM coupons WHERE valid_until BETWEEN '2024-05-01' AND '2024-05-03' AND used = 0;

-- coupons of a customer
SELECT code, valid_until FROM coupons WHERE owner_id = 35 AND valid_until >= '2023-06-01';

-- children of a category
SELECT id, name FROM categories WHERE parent_id = 30 AND visible = 1 ORDER BY position;

-- roots
SELECT id, name FROM categories WHERE parent_id IS NULL ORDER BY position;

-- suppliers whose contract ends
SELECT id, name FROM suppliers WHERE country = 'IT' AND contract_until < '2023-10-01';

-- best suppliers
SELECT id, name, rating FROM suppliers WHERE blocked = 0 AND country = 'FR' ORDER BY rating DESC LIMIT 5;

-- product by number
SELECT id, name, price FROM products WHERE sku = 'ACE-004711';

-- products of a category by price
SELECT id, name, price FROM products WHERE category_id = 310 AND status = 'on_sale' ORDER BY price LIMIT 24;

-- products of a brand in a price range
SELECT id, name, price FROM products WHERE brand = 'Kestrel' AND price BETWEEN 100 AND 120;

-- products by beginning of name
SELECT id, name FROM products WHERE name LIKE 'green tent%' AND status = 'on_sale';

-- hidden products of a brand
SELECT id, sku FROM products WHERE status = 'hidden' AND brand = 'Acero';

-- discontinued last quarter
SELECT id, sku FROM products WHERE discontinued_at >= '2024-10-01';

-- newest products
SELECT id, name, created_at FROM products WHERE status = 'on_sale' ORDER BY created_at DESC LIMIT 12;

-- heavy products of categories
SELECT id, weight_grams FROM products WHERE category_id IN (301, 302, 303) AND weight_grams > 15000;

-- products per brand of a category
SELECT brand, COUNT(*), MIN(price) FROM products WHERE category_id = 320 GROUP BY brand ORDER BY brand;

-- products of a supplier
SELECT p.id, p.name, ps.cost FROM product_suppliers ps JOIN products p ON p.id = ps.product_id WHERE ps.supplier_id = 11 AND p.status = 'on_sale';

-- slow offers of a supplier
SELECT product_id, cost FROM product_suppliers WHERE supplier_id = 5 AND lead_days = 90;

-- slowest offers
SELECT product_id, supplier_id FROM product_suppliers WHERE lead_days = 90 AND preferred = 1;

-- store by code
SELECT id, kind, country FROM stores WHERE code = 'S01234';

-- warehouses of a country
SELECT id, code FROM stores WHERE kind = 'warehouse' AND country = 'DE' AND closed_on IS NULL;

-- where a product is in stock
SELECT store_id, quantity FROM stock WHERE product_id = 1234 AND quantity > 0;

-- stock of a product in a country
SELECT s.code, k.quantity FROM stock k JOIN stores s ON s.id = k.store_id WHERE k.product_id = 99 AND s.country = 'FR' AND k.quantity > 5;

-- sold out in a store
SELECT product_id FROM stock WHERE store_id = 77 AND quantity = 0;

-- restock of a day
SELECT store_id, product_id FROM stock WHERE restock_at >= '2024-06-01' AND restock_at < '2024-06-03';

-- much reserved
SELECT store_id, product_id, reserved FROM stock WHERE reserved = 9 AND quantity < 5;

-- stock changed last
SELECT store_id, product_id, updated_at FROM stock ORDER BY updated_at DESC LIMIT 50;

-- orders of a customer
SELECT id, status, placed_at, total FROM orders WHERE customer_id = 250 ORDER BY placed_at DESC LIMIT 10;

-- open orders of a customer
SELECT id, total FROM orders WHERE customer_id = 12 AND status IN ('pending', 'paid');

-- disputed orders
SELECT id, customer_id, total FROM orders WHERE status = 'disputed' AND placed_at >= '2024-01-01' ORDER BY placed_at;

-- orders to ship next
SELECT id, customer_id, placed_at FROM orders WHERE status = 'paid' ORDER BY placed_at LIMIT 50;

-- orders of a store and day
SELECT id, total FROM orders WHERE store_id = 44 AND placed_at >= '2024-07-01' AND placed_at < '2024-07-08';

-- phone orders of a month
SELECT id, customer_id FROM orders WHERE channel = 'phone' AND placed_at >= '2024-02-01' AND placed_at < '2024-03-01';

-- revenue of a month by channel
SELECT channel, SUM(total) FROM orders WHERE placed_at >= '2024-04-01' AND placed_at < '2024-05-01' AND status = 'delivered' GROUP BY channel;

-- dear orders in foreign money
SELECT id, total FROM orders WHERE currency = 'DKK' AND total > 1500;

-- gifts not shipped
SELECT id, remark FROM orders WHERE gift = 1 AND shipped_at IS NULL;

-- orders with a coupon
SELECT id, customer_id, placed_at FROM orders WHERE coupon_id = 21;

-- dearest orders of a customer
SELECT id, total FROM orders WHERE customer_id = 3 ORDER BY total DESC LIMIT 5;

-- dearest orders of a country
SELECT o.id, o.total FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.country = 'SE' AND c.segment = 'business' ORDER BY o.total DESC LIMIT 10;

-- orders page by page
SELECT id, placed_at, total FROM orders WHERE status = 'cancelled' ORDER BY id DESC LIMIT 20 OFFSET 200;

-- orders of a customer found by mail
SELECT o.id, o.placed_at, o.status FROM customers c JOIN orders o ON o.customer_id = c.id WHERE c.email = 'bram.rossi.340@mail2.example' ORDER BY o.placed_at DESC;

-- lines of an order with names
SELECT l.line_no, p.name, l.quantity, l.unit_price FROM order_lines l JOIN products p ON p.id = l.product_id WHERE l.order_id = 54321 ORDER BY l.line_no;

-- sales of a product
SELECT SUM(quantity), SUM(quantity * unit_price) FROM order_lines WHERE product_id = 2400;

-- returned lines of a product
SELECT order_id, line_no FROM order_lines WHERE product_id = 7 AND returned = 1;

-- returned lines with large quantities
SELECT order_id, product_id FROM order_lines WHERE returned = 1 AND quantity >= 10;

-- who bought a product lately
SELECT DISTINCT o.customer_id FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE l.product_id = 1900 AND o.placed_at >= '2024-06-01';

-- sales of a category in a month
SELECT p.id, SUM(l.quantity) FROM products p JOIN order_lines l ON l.product_id = p.id JOIN orders o ON o.id = l.order_id WHERE p.category_id = 333 AND o.placed_at >= '2024-05-01' AND o.placed_at < '2024-06-01' GROUP BY p.id;

-- bought by customers of a city
SELECT p.brand, COUNT(*) FROM customers c JOIN orders o ON o.customer_id = c.id JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE c.city = 'IT city 9' GROUP BY p.brand;

-- largest discounts
SELECT order_id, product_id, discount FROM order_lines WHERE discount = 30 AND unit_price > 500;

-- payments of an order
SELECT id, method, state, amount FROM payments WHERE order_id = 33000;

-- failed payments of a day
SELECT id, order_id FROM payments WHERE state = 'failed' AND paid_at >= '2024-08-01' AND paid_at < '2024-08-03';

-- open payments
SELECT id, order_id, amount FROM payments WHERE state = 'open' ORDER BY paid_at LIMIT 20;

-- payment by reference
SELECT id, order_id FROM payments WHERE provider_ref = 'pay_0123456789abcdef01234567';

-- payments by beginning of reference
SELECT id, order_id FROM payments WHERE provider_ref LIKE 'txn_00%';

-- cash payments
SELECT COUNT(*), SUM(amount) FROM payments WHERE method = 'cash' AND state = 'captured';

-- refunds of a method
SELECT id, amount FROM payments WHERE method = 'transfer' AND state = 'refunded' AND amount > 100;

-- orders paid by invoice and not shipped
SELECT o.id FROM orders o JOIN payments p ON p.order_id = o.id WHERE p.method = 'invoice' AND p.state = 'open' AND o.status = 'pending';

-- shipment by number
SELECT id, state FROM shipments WHERE tracking_no = 'SW0123456789abcd';

-- shipments of an order
SELECT id, carrier, state FROM shipments WHERE order_id = 20001;

-- lost shipments
SELECT id, order_id, sent_at FROM shipments WHERE state = 'lost' AND sent_at >= '2024-01-01';

-- in transit with a carrier
SELECT id, sent_at FROM shipments WHERE carrier = 'bikers' AND state = 'in_transit' ORDER BY sent_at LIMIT 30;

-- late shipments
SELECT id, sent_at FROM shipments WHERE delivered_at IS NULL AND sent_at < '2023-02-01';

-- heavy shipments abroad
SELECT id, weight_grams FROM shipments WHERE destination = 'IS' AND weight_grams > 10000;

-- carriers of a month
SELECT carrier, COUNT(*), AVG(weight_grams) FROM shipments WHERE sent_at >= '2024-09-01' AND sent_at < '2024-10-01' GROUP BY carrier;

-- shipments of a customer
SELECT s.id, s.state, s.tracking_no FROM orders o JOIN shipments s ON s.order_id = o.id WHERE o.customer_id = 85 AND s.state <> 'delivered';

-- events of a shipment
SELECT code, happened_at, place FROM shipment_events WHERE shipment_id = 40404 ORDER BY happened_at;

-- last event of a shipment
SELECT code, place FROM shipment_events WHERE shipment_id = 12121 ORDER BY happened_at DESC LIMIT 1;

-- damaged at a hub
SELECT shipment_id, happened_at FROM shipment_events WHERE code = 'damaged' AND place = 'hub 3';

-- held by customs
SELECT e.shipment_id, s.order_id FROM shipment_events e JOIN shipments s ON s.id = e.shipment_id WHERE e.code = 'customs_hold' AND e.happened_at >= '2024-11-01';

-- scans of an hour
SELECT place, COUNT(*) FROM shipment_events WHERE happened_at >= '2024-03-03 10:00:00' AND happened_at < '2024-03-03 22:00:00' AND code = 'scanned' GROUP BY place;

-- reviews of a product
SELECT id, rating, title FROM reviews WHERE product_id = 2 AND state = 'published' ORDER BY created_at DESC LIMIT 10;

-- most helpful reviews of a product
SELECT id, title, helpful FROM reviews WHERE product_id = 1 ORDER BY helpful DESC LIMIT 5;

-- reviews to check
SELECT id, product_id, title FROM reviews WHERE state = 'waiting' ORDER BY created_at LIMIT 20;

-- rating of a product
SELECT rating, COUNT(*) FROM reviews WHERE product_id = 40 AND state = 'published' GROUP BY rating;

-- bad reviews of a customer
SELECT id, product_id FROM reviews WHERE customer_id = 6 AND rating = 1;

-- reviews of products of a brand
SELECT p.name, AVG(r.rating) FROM products p JOIN reviews r ON r.product_id = p.id WHERE p.brand = 'Pinea' AND p.status = 'discontinued' GROUP BY p.name;

-- open tickets of an agent
SELECT id, subject, priority FROM tickets WHERE assignee_id = 5 AND state = 'open' ORDER BY priority, opened_at;

-- tickets nobody has
SELECT id, subject FROM tickets WHERE assignee_id IS NULL AND state = 'open';

-- urgent tickets
SELECT id, subject, opened_at FROM tickets WHERE priority = 1 AND state IN ('open', 'waiting') ORDER BY opened_at LIMIT 20;

-- tickets of an order
SELECT id, topic, state FROM tickets WHERE order_id = 31337;

-- legal tickets of a quarter
SELECT id, customer_id FROM tickets WHERE topic = 'legal' AND opened_at >= '2024-01-01' AND opened_at < '2024-04-01';

-- tickets by team
SELECT a.team, COUNT(*) FROM tickets t JOIN agents a ON a.id = t.assignee_id WHERE t.state = 'waiting' AND a.active = 1 GROUP BY a.team;

-- answers to a subject
SELECT id, subject FROM tickets WHERE subject LIKE 'Fwd: refund%';

-- messages of a ticket
SELECT author_kind, sent_at, body FROM ticket_messages WHERE ticket_id = 9000 ORDER BY sent_at;

-- tickets of a customer with messages
SELECT t.id, t.subject, m.sent_at FROM tickets t JOIN ticket_messages m ON m.ticket_id = t.id WHERE t.customer_id = 40 AND m.author_kind = 'agent' ORDER BY m.sent_at DESC LIMIT 20;

-- tickets without an answer
SELECT t.id FROM tickets t WHERE t.state = 'open' AND NOT EXISTS (SELECT 1 FROM ticket_messages m WHERE m.ticket_id = t.id AND m.author_kind = 'agent');

-- views of a session
SELECT url, viewed_at FROM page_views WHERE session_key = '0123456789abcdef0123456789abcdef' ORDER BY viewed_at;

-- last views of a customer
SELECT url, viewed_at FROM page_views WHERE customer_id = 30 ORDER BY viewed_at DESC LIMIT 10;

-- views of a product in a month
SELECT COUNT(*) FROM page_views WHERE product_id = 15 AND viewed_at >= '2024-07-01' AND viewed_at < '2024-08-01';

-- views below a url
SELECT COUNT(*) FROM page_views WHERE url LIKE '/shop/products/42/%';

-- slow pages of robots
SELECT url, millis FROM page_views WHERE device = 'bot' AND millis > 5000;

-- slowest views of a day
SELECT id, url, millis FROM page_views WHERE viewed_at >= '2024-05-05' AND viewed_at < '2024-05-06' ORDER BY millis DESC LIMIT 10;

-- devices of a country
SELECT device, COUNT(*) FROM page_views WHERE country = 'PT' GROUP BY device;

-- viewed but never bought
SELECT DISTINCT v.product_id FROM page_views v WHERE v.customer_id = 77 AND v.product_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.customer_id = 77 AND l.product_id = v.product_id);

-- log of an order
SELECT action, logged_at, detail FROM audit_log WHERE entity = 'order' AND entity_id = 1500 ORDER BY logged_at DESC;

-- what an agent deleted
SELECT entity, entity_id, logged_at FROM audit_log WHERE actor_kind = 'agent' AND actor_id = 3 AND action LIKE '%.delete';

-- exports of customers
SELECT actor_id, logged_at FROM audit_log WHERE action = 'customer.export' AND logged_at >= '2024-01-01' ORDER BY logged_at;

-- actions of a day
SELECT action, COUNT(*) FROM audit_log WHERE logged_at >= '2024-10-10' AND logged_at < '2024-10-11' GROUP BY action ORDER BY action;

-- close old tickets
UPDATE tickets SET state = 'solved' WHERE state = 'waiting' AND opened_at < '2023-06-01';

-- reserve a product
UPDATE stock SET reserved = reserved + 1 WHERE product_id = 4000 AND quantity > 100;

-- forget old views of robots
DELETE FROM page_views WHERE device = 'bot' AND viewed_at < '2023-04-01';

-- remove spam
DELETE FROM tickets WHERE state = 'spam' AND closed_at IS NULL AND opened_at < '2023-03-01';

-- mark verified
UPDATE addresses SET verified = 1 WHERE country = 'DK' AND postcode = '23456';
