// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The API for programs that embed Isogloss.
 *
 * <p>{@link org.isogloss.engine.SearchEngine} opens an index for searching and writing, together
 * with the components of a search: the encoder of its vectors, a default pipeline and re-rankers.
 * {@link org.isogloss.engine.Models} opens models without an index. The defaults are those of the
 * command line, which is a layer above this package: model {@value
 * org.isogloss.engine.Models#DEFAULT} for a new index, and {@link
 * org.isogloss.engine.DefaultPipeline}.
 *
 * <p>An engine searches one commit of its index at a time. {@link
 * org.isogloss.engine.SearchEngine#refresh} switches to the last commit. Running searches finish on
 * the commit on which they began, and the last of them closes that commit.
 */
@NullMarked
package org.isogloss.engine;

import org.jspecify.annotations.NullMarked;
