// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.util.Excerpt;
import org.isogloss.core.util.NameSuggestions;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Values of the options of a command that are not given on the command line, from a YAML file and
 * from the environment. A key is the name of an option without the hyphens at its beginning, such
 * as {@code token-file}; a variable is that name in capitals with underscores after {@value
 * #PREFIX}. The command line takes precedence over the environment, and the environment over the
 * file; an option that may be repeated takes all its values from one of them.
 */
public final class OptionSettings {
  private static final String PREFIX = "ISOGLOSS_";

  /** Kubernetes sets PREFIX_PORT to such an address for a service that is called isogloss. */
  private static final String SERVICE_ADDRESS = "tcp://";

  /** Variables of the launcher and of other parts of Isogloss. */
  private static final Set<String> OTHER_VARIABLES =
      Set.of(
          PREFIX + "HOME",
          PREFIX + "LAUNCHER",
          PREFIX + "OPTS",
          PREFIX + "SOLR_CREDENTIALS",
          PREFIX + "TERMINAL",
          PREFIX + "TERMINAL_OUT");

  private static final Set<String> NOT_SETTINGS = Set.of("help", "version", "config", "check");
  private static final int MAX_BYTES = 1 << 20;

  private final Map<String, OptionSpec> options = new LinkedHashMap<>();
  private final SequencedMap<String, Setting> settings = new LinkedHashMap<>();
  private Set<ArgSpec> onCommandLine = Set.of();

  /**
   * The values of an option.
   *
   * @param source where they are from, for messages
   */
  private record Setting(String source, List<String> values) {}

  /** Begins with no settings for the options of a command. */
  public OptionSettings(CommandSpec command) {
    for (OptionSpec option : command.options()) {
      if (!NOT_SETTINGS.contains(key(option))) {
        options.put(key(option), option);
      }
    }
  }

  /**
   * Adds the settings of a YAML file: a mapping of the names of options to a value or a list of
   * values.
   *
   * @throws IsoglossException if the file cannot be read, is not such a mapping, or has a key that
   *     is no option
   */
  public void addFile(Path file) {
    try (YAMLParser yaml = new YAMLFactory().createParser(text(file))) {
      JsonToken first = yaml.nextToken();
      if (first == null) {
        return;
      }
      if (first != JsonToken.START_OBJECT) {
        throw malformed(file, yaml, "expected lines such as port: 8080");
      }
      while (yaml.nextToken() == JsonToken.FIELD_NAME) {
        String key = yaml.currentName();
        String source = file + ", line " + yaml.currentTokenLocation().getLineNr();
        requireOption(source, key);
        yaml.nextToken();
        if (settings.put(key, new Setting(source, values(file, yaml, key))) != null) {
          throw new IsoglossException(
              source + ": " + key + " is given twice; write several values as a list");
        }
      }
      if (yaml.nextToken() != null) {
        throw malformed(file, yaml, "a second document begins, expected one");
      }
    } catch (JacksonException e) {
      throw new IsoglossException(
          file
              + ", line "
              + Optional.ofNullable(e.getLocation()).map(at -> at.getLineNr()).orElse(1)
              + ": is not YAML: "
              + e.getOriginalMessage().lines().findFirst().orElse(""),
          e);
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }

  private static String text(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new IsoglossException(
          file + ": has " + Files.size(file) + " bytes, expected at most " + MAX_BYTES);
    }
    try {
      return Files.readString(file).replaceFirst("^\uFEFF", "");
    } catch (CharacterCodingException e) {
      throw new IsoglossException(
          file + ": is not in UTF-8: convert it, for instance with iconv -t UTF-8", e);
    }
  }

  /** Reads a scalar or a list of scalars, of which the parser is at the first token. */
  private static List<String> values(Path file, YAMLParser yaml, String key) throws IOException {
    if (yaml.currentToken() != JsonToken.START_ARRAY) {
      return List.of(scalar(file, yaml, key));
    }
    List<String> values = new ArrayList<>();
    while (yaml.nextToken() != JsonToken.END_ARRAY) {
      values.add(scalar(file, yaml, key));
    }
    return values;
  }

  private static String scalar(Path file, YAMLParser yaml, String key) throws IOException {
    if (!yaml.currentToken().isScalarValue() || yaml.currentToken() == JsonToken.VALUE_NULL) {
      throw malformed(file, yaml, key + " has no value, expected a value or a list of values");
    }
    if (yaml.isCurrentAlias()) {
      throw malformed(file, yaml, key + " has an alias, expected the value itself");
    }
    return yaml.getText();
  }

  private static IsoglossException malformed(Path file, YAMLParser yaml, String problem) {
    return new IsoglossException(
        file + ", line " + yaml.currentTokenLocation().getLineNr() + ": " + problem);
  }

  /**
   * Adds the settings of the environment, in place of those of a file. The values of an option that
   * may be repeated are separated by commas.
   *
   * @throws IsoglossException if the name of a variable is nearly that of an option
   */
  public void addEnvironment(Map<String, String> environment) {
    Map<String, String> keys = new LinkedHashMap<>();
    options.keySet().forEach(key -> keys.put(variable(key), key));
    for (String name : new TreeSet<>(environment.keySet())) {
      String value = environment.getOrDefault(name, "");
      if (!name.startsWith(PREFIX) || value.startsWith(SERVICE_ADDRESS)) {
        continue;
      }
      String key = keys.get(name);
      if (key != null) {
        settings.put(key, new Setting(name, split(key, value)));
      } else if (!OTHER_VARIABLES.contains(name)) {
        rejectMisspelt(name);
      }
    }
  }

  /** Variables that resemble no option may belong to other programs. */
  private void rejectMisspelt(String name) {
    String key = name.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '-');
    Optional<String> near = NameSuggestions.nearest(key, options.keySet());
    if (near.isPresent()) {
      throw new IsoglossException(
          "the environment: unknown variable "
              + name
              + "; did you mean "
              + variable(near.get())
              + "?");
    }
  }

  private static String variable(String key) {
    return PREFIX + key.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  private List<String> split(String key, String value) {
    return isRepeatable(key) ? Arrays.asList(value.split(",")) : List.of(value);
  }

  private boolean isRepeatable(String key) {
    return option(key).isMultiValue();
  }

  private OptionSpec option(String key) {
    return Optional.ofNullable(options.get(key)).orElseThrow();
  }

  private void requireOption(String source, String key) {
    if (!options.containsKey(key)) {
      throw new IsoglossException(
          source
              + ": unknown setting "
              + Excerpt.quote(key)
              + NameSuggestions.nearest(key, options.keySet())
                  .map(near -> "; did you mean " + near + "?")
                  .orElse(
                      ", expected one of " + String.join(", ", new TreeSet<>(options.keySet()))));
    }
  }

  /**
   * Parses a command line again, with the settings of the options that it does not have.
   *
   * @throws IsoglossException if a value is not one of its option
   */
  public void apply(CommandLine command) {
    CommandSpec root = command.getCommandSpec().root();
    List<String> arguments = new ArrayList<>(root.commandLine().getParseResult().originalArgs());
    onCommandLine = Set.copyOf(command.getParseResult().matchedArgs());
    settings.forEach(
        (key, setting) -> {
          if (!onCommandLine.contains(option(key))) {
            arguments.addAll(arguments(key, setting));
          }
        });
    try {
      root.commandLine().parseArgs(arguments.toArray(String[]::new));
    } catch (ParameterException e) {
      throw new IsoglossException(source(e.getArgSpec()) + ": " + e.getMessage(), e);
    }
  }

  private List<String> arguments(String key, Setting setting) {
    OptionSpec option = option(key);
    String name = option.longestName();
    if (setting.values().size() != 1 && !isRepeatable(key)) {
      throw new IsoglossException(
          setting.source()
              + ": "
              + key
              + " has "
              + setting.values().size()
              + " values, expected 1");
    }
    if (option.arity().max() > 0) {
      return setting.values().stream().map(value -> name + "=" + value).toList();
    }
    return switch (setting.values().getFirst()) {
      case "true" -> List.of(name);
      case "false" -> List.of();
      default ->
          throw new IsoglossException(
              setting.source()
                  + ": "
                  + key
                  + " is "
                  + setting.values().getFirst()
                  + ", expected true or false");
    };
  }

  /**
   * Returns the values of all options that are not the default, after {@link #apply}: lines such as
   * {@code port: 9090 (server.yaml, line 2)}.
   */
  public List<String> effective(CommandLine command) {
    return command.getParseResult().matchedOptions().stream()
        .distinct()
        .filter(option -> options.containsValue(option))
        .map(option -> key(option) + ": " + values(option) + " (" + source(option) + ")")
        .toList();
  }

  private static String key(OptionSpec option) {
    return option.longestName().replaceFirst("^-+", "");
  }

  private static String values(OptionSpec option) {
    return String.join(", ", option.originalStringValues());
  }

  private String source(ArgSpec option) {
    return onCommandLine.contains(option)
        ? "the command line"
        : settings.entrySet().stream()
            .filter(entry -> option(entry.getKey()).equals(option))
            .map(entry -> entry.getValue().source())
            .findFirst()
            .orElse("the command line");
  }
}
