-- The table of the interlanguage links of an English wiki
CREATE TABLE `langlinks` (
  `ll_from` int(8) unsigned NOT NULL DEFAULT 0,
  `ll_lang` varbinary(35) NOT NULL DEFAULT '',
  `ll_title` varbinary(255) NOT NULL DEFAULT ''
);
INSERT INTO `langlinks` VALUES (12,'fr','Mont Tarn'),(13,'de','Hafen Elsa'),(13,'fr','Port-Elsa'),(13,'simple','Port Elsa');
INSERT INTO `langlinks` VALUES (15,'de','Alte Mühle Brun'),(15,'fr','Vieux moulin de Brun'),(19,'de','Fähre_Elsa'),(19,'it','L\'Elsa');
