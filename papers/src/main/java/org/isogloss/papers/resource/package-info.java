// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** The resources of papers: descriptions, sizes, recipes, texts of tables and published figures. */
package org.isogloss.papers.resource;
