// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.help;

import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine.Model.CommandSpec;

/** A shell for which Isogloss writes a completion script. */
enum Shell {
  BASH("bash-completion/completions/isogloss") {
    @Override
    String script(CommandSpec root) {
      return AutoComplete.bash(root.name(), root.commandLine());
    }
  },

  ZSH("zsh/site-functions/_isogloss") {
    /**
     * Bash, whose script zsh runs through its module bashcompinit. Zsh loads a file of its function
     * path when the first completion is requested; the last line answers that request.
     */
    @Override
    String script(CommandSpec root) {
      return "#compdef "
          + root.name()
          + "\n"
          + BASH.script(root).stripTrailing()
          + "\n\n[[ \"${funcstack[1]}\" != _"
          + root.name()
          + " ]] || _bash_complete -o default -F _complete_"
          + root.name()
          + "\n";
    }
  },

  FISH("fish/vendor_completions.d/isogloss.fish") {
    @Override
    String script(CommandSpec root) {
      return new FishCompletion(root).script();
    }
  };

  private final String sharedFile;

  Shell(String sharedFile) {
    this.sharedFile = sharedFile;
  }

  /** Returns the script that completes the command lines of a program, with line feeds. */
  abstract String script(CommandSpec root);

  /** Returns the path where a package installs the script, relative to a folder {@code share}. */
  String sharedFile() {
    return sharedFile;
  }

  /** Returns the name as users write it, which picocli lists as a value of an option. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
