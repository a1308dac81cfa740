/**
 * The API for programs that embed Isogloss.
 *
 * <p>{@link org.isogloss.engine.SearchEngine} is an index that is open for searching and writing,
 * with everything that a search needs: the encoder of its vectors, a default pipeline and
 * re-rankers. {@link org.isogloss.engine.Models} opens models without an index. The defaults are
 * those of the command line, which is a layer above this package: model {@value
 * org.isogloss.engine.Models#DEFAULT} for a new index, and {@link
 * org.isogloss.engine.DefaultPipeline}.
 *
 * <p>An engine searches one commit of its index at a time. {@link
 * org.isogloss.engine.SearchEngine#refresh} moves it to the last commit; searches that are running
 * finish on the commit that they began with, and that commit is closed after the last of them.
 */
package org.isogloss.engine;
