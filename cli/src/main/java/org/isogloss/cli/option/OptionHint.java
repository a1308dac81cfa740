// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import java.io.File;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.isogloss.core.IsoglossException;

/**
 * Names the option that corrects an error. Messages of libraries describe the remedy without the
 * names of options; the command that knows them appends them in parentheses.
 */
public final class OptionHint {
  private OptionHint() {}

  /**
   * Runs an action that fails for one reason only.
   *
   * @param hint the options to append to the message if the action fails, such as {@code --work
   *     DIR}
   */
  public static <T> T add(String hint, Supplier<T> action) {
    return add(hint, failure -> true, action);
  }

  /**
   * Runs an action that may fail for several reasons.
   *
   * @param hint the options to append to the message if {@code applies} accepts the error
   */
  public static <T> T add(String hint, Predicate<IsoglossException> applies, Supplier<T> action) {
    try {
      return action.get();
    } catch (IsoglossException e) {
      if (applies.test(e)) {
        throw new IsoglossException(e.getMessage() + " (" + hint + ")", e);
      }
      throw e;
    }
  }

  /** Like {@link #add(String, Predicate, Supplier)}, for an action without a result. */
  public static void run(String hint, Predicate<IsoglossException> applies, Runnable action) {
    add(
        hint,
        applies,
        () -> {
          action.run();
          return true;
        });
  }

  /** Returns a test for errors whose message begins with a folder or with a file in it. */
  public static Predicate<IsoglossException> concerning(Path folder) {
    return concerning(folder.toString());
  }

  /** Returns a test for errors whose message begins with an index or with a file in it. */
  public static Predicate<IsoglossException> concerning(String index) {
    return failure ->
        failure.getMessage().startsWith(index + ":")
            || failure.getMessage().startsWith(index + File.separator);
  }
}
